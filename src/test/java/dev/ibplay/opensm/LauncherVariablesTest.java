package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherVariablesTest {
    private static LauncherVariables variables(String text) {
        return ((Parsed.Document<LauncherVariables>) LauncherVariables.parse(text)).document();
    }

    private static String shown(LauncherSetting setting) {
        return switch (setting) {
            case LauncherSetting.Unset ignored -> "unset";
            case LauncherSetting.Value value -> value.text();
            case LauncherSetting.Unclear unclear -> "unclear: " + unclear.because();
        };
    }

    private static String shown(Rewrite rewrite) {
        return switch (rewrite) {
            case Rewrite.Done done -> done.text();
            case Rewrite.Refused refused -> "refused: " + refused.because();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "# none|unset",
                "PRIORITY=|unset",
                "PRIORITY=7|7",
                "PRIORITY='7' # c|7",
                "export PRIORITY=\"7\"|7",
                "PRIORITY=1\\nPRIORITY=2|2",
                "OPTIONS=\"-B -p 3\"|3",
                "OPTIONS='--priority=4'\\nPRIORITY=2|4",
                "OPTIONS='-B'\\nPRIORITY=2|2",
                "OPTIONS='-f -p 5'|unset",
                "PRIORITY=$OTHER|unclear: the shell computes PRIORITY in line 1",
                "PRIORITY=`cat /srv/p`|unclear: line 1 is shell code, which may change PRIORITY",
                "OPTIONS=\"-p $X\"|unclear: the shell computes OPTIONS in line 1",
                "PRIORITY='$OTHER'|$OTHER",
                "PRIORITY= 3|unclear: line 1 is shell code, which may change PRIORITY",
                "if true; then PRIORITY=3; fi|unclear: line 1 is shell code, which may change PRIORITY",
                "PRIORITY=3\\r\\n|unclear: a line ends in CR LF, and the shell takes CR as part of the value",
            })
    void priority(String text, String expected) {
        assertThat(shown(variables(unescaped(text)).priority())).isEqualTo(expected);
    }

    @Test
    void lists() {
        assertThat(variables("GUIDS=\"0x1  0x2\"\n").words("GUIDS")).containsExactly("0x1", "0x2");
        assertThat(variables("PORTS=ALL\n").words("PORTS")).containsExactly("ALL");
        assertThat(variables("PORTS=$X\n").words("PORTS")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "PRIORITY=1|PRIORITY=9",
                "# a\\nPRIORITY=1\\nPRIORITY='2' # b\\nGUIDS=\"0x1\"|# a\\nPRIORITY=1\\nPRIORITY='9' # b\\nGUIDS=\"0x1\"",
                "OPTIONS=\"-B -p 3 -s 5\"|OPTIONS=\"-B -p 9 -s 5\"",
                "OPTIONS='-Bp3'\\nPRIORITY=2|OPTIONS='-Bp9'\\nPRIORITY=9",
                "OPTIONS=-p3|OPTIONS=-p9",
                "OPTIONS=\"-B\"|OPTIONS=\"-B\"",
                "PRIORITY=$X|refused: the shell computes PRIORITY in line 1",
            })
    void anotherPriority(String before, String after) {
        assertThat(shown(variables(unescaped(before)).withPriority(9))).isEqualTo(unescaped(after));
    }

    @Test
    void valuesThatNeedQuotes() {
        assertThat(shown(variables("PORTS=ALL\n").with("PORTS", "0x1 0x2"))).isEqualTo("PORTS=\"0x1 0x2\"\n");
        assertThat(shown(variables("PORTS='ALL'\n").with("PORTS", "0x1 0x2"))).isEqualTo("PORTS='0x1 0x2'\n");
        assertThat(shown(variables("").with("PORTS", "NONE"))).isEqualTo("PORTS=NONE\n");
        assertThat(shown(variables("").with("PORTS", "$X"))).startsWith("refused");
    }

    @Test
    void aQuoteWithoutEnd() {
        assertThat(LauncherVariables.parse("PRIORITY='1\n")).isInstanceOf(Parsed.Unreadable.class);
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\r", "\r");
    }
}
