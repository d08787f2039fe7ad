package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitFileTest {
    private static UnitFile unit(String lines) {
        String text = "[Unit]\nDescription=x\n[Service]\n" + lines.replace("\\n", "\n") + "\n";
        return ((Parsed.Document<UnitFile>) UnitFile.parse("u", text)).document();
    }

    private static String body(Rewrite rewrite) {
        return switch (rewrite) {
            case Rewrite.Done done ->
                done.text().substring(done.text().indexOf("[Service]\n") + 10).strip();
            case Rewrite.Refused refused -> "refused: " + refused.because();
        };
    }

    private static String priorities(String... files) {
        List<UnitFile> units = Arrays.stream(files).map(UnitFileTest::unit).toList();
        return UnitFile.commands(units).stream()
                .map(c -> switch (c.priority()) {
                    case LauncherSetting.Unset ignored -> "unset";
                    case LauncherSetting.Value value -> value.text();
                    case LauncherSetting.Unclear unclear -> "unclear: " + unclear.because();
                })
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ExecStart=/usr/sbin/opensm --guid %I --log_file /var/log/opensm.%I.log|unset",
                "ExecStart=/usr/sbin/opensm -p 7|7",
                "ExecStart=-/usr/sbin/opensm -B --priority=7 -p 8|8",
                "ExecStart=/usr/sbin/opensm \"-p\" '7'|7",
                "ExecStart=/usr/sbin/opensm \\\\n  -p \\\\n  7|7",
                "ExecStart=/usr/sbin/opensm $OPTIONS|unclear: u:4: the command takes arguments from the variable OPTIONS",
                "ExecStart=/usr/libexec/opensm-launch|unclear: u:4: /usr/libexec/opensm-launch starts OpenSM in its own way",
                "ExecStart=/bin/sh -c 'opensm -p 7'|unclear: u:4: /bin/sh starts OpenSM in its own way",
                "ExecStart=/usr/sbin/opensm -f \"x -p 7|unclear: u:4: a quote has no end",
                "ExecStartPre=/usr/sbin/opensm -p 7|~~",
            })
    void priorityOfACommand(String line, String expected) {
        assertThat(priorities(line)).isEqualTo(expected);
    }

    @Test
    void dropInsAddAndTakeBack() {
        assertThat(priorities("ExecStart=opensm -p 1", "ExecStart=\\nExecStart=opensm -p 2"))
                .isEqualTo("2");
        assertThat(priorities("ExecStart=opensm -p 1", "ExecStart=opensm -p 2")).isEqualTo("1; 2");
        assertThat(priorities("ExecStart=opensm -p 1", "Nice=1")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ExecStart = /usr/sbin/opensm  -p  7 -B # no comment|ExecStart = /usr/sbin/opensm  -p  12 -B # no comment",
                "ExecStart=/usr/sbin/opensm -p7\\nRestart=no|ExecStart=/usr/sbin/opensm -p12\\nRestart=no",
                "ExecStart=/usr/sbin/opensm --priority=7|ExecStart=/usr/sbin/opensm --priority=12",
                "ExecStart=/usr/sbin/opensm '-p' '7'|ExecStart=/usr/sbin/opensm '-p' 12",
                "ExecStart=/usr/sbin/opensm \\\\n  -p \\\\n  7 -B|ExecStart=/usr/sbin/opensm \\\\n  -p \\\\n  12 -B",
                "ExecStart=opensm -B|ExecStart=opensm -B",
                "ExecStart=opensm -p 7 $X|refused: u:4: the command takes arguments from the variable X",
            })
    void onlyTheNumberChanges(String before, String after) {
        assertThat(body(unit(before).withPriority(12))).isEqualTo(after.replace("\\n", "\n"));
    }
}
