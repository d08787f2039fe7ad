package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpensmConfTest {
    private static OpensmConf conf(String text) {
        return OpensmConf.parse("opensm.conf", text);
    }

    private static String edited(String text, String key, String value) {
        return switch (conf(text).with(key, value)) {
            case Edit.Done<OpensmConf> done -> done.document().text();
            case Edit.Refused<OpensmConf> refused ->
                "refused: " + refused.reasons().getFirst().code();
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "sm_priority 7\\n|7",
                "sm_priority\\t7|7",
                "  sm_priority   7  # the second\\n|7",
                "sm_priority 7\\r\\n|7",
                "sm_priority \"7\"\\n|7",
                "sm_priority '0xb'#\\n|11",
                "sm_priority 011\\n|9",
                "sm_priority 2\\nsm_priority 6\\n|6",
                "#sm_priority 2\\n|0",
                "sm_priority #2\\n|0",
                "|0",
            })
    void priorityAsOpenSmReadsIt(String text, int priority) {
        assertThat(conf(unescaped(text)).priority().value()).isEqualTo(priority);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm_priority 16|0|IB703",
                "sm_priority 255|0|IB703",
                "sm_priority 4\\nsm_priority 300|4|IB703",
                "sm_priority 4\\nsm_priority = 9|4|IB702",
                "sm_priority 4\\nsm_priority nine|4|IB702",
                "sm_priority 4\\nsm_priority -1|4|IB703",
                "sm_priority 4\\nsm_priority|4|IB702",
                "sm_priority 4\\nsm_priority \"5 \"|4|IB702",
                "sm_priority 99999999999999999999|0|IB703",
            })
    void priorityThatIsNotWhatTheFileSays(String text, int priority, String code) {
        Reading<Integer> reading = conf(unescaped(text)).priority();
        assertThat(reading.value()).isEqualTo(priority);
        assertThat(reading.problems())
                .singleElement()
                .satisfies(d -> assertThat(d.code().id()).isEqualTo(code));
        assertThat(conf(unescaped(text)).diagnostics()).containsAll(reading.problems());
    }

    @ParameterizedTest
    @CsvSource({"TRUE,true,0", "true,false,1", "yes,false,1", "1,false,1", "FALSE,false,0", "false,false,0"})
    void onlyTheWordTrueIsTrue(String word, boolean value, int problems) {
        Reading<Boolean> reading = conf("qos " + word + "\n").truth("qos", false);
        assertThat(reading.value()).isEqualTo(value);
        assertThat(reading.problems()).hasSize(problems);
    }

    @Test
    void keysMustStandAloneInLowerCase() {
        List<Diagnostic> found = conf("SM_PRIORITY 5\nsm_priority=5\n\u00ef\u00bb\u00bfqos TRUE\n")
                .diagnostics();
        assertThat(found)
                .extracting(Diagnostic::code)
                .containsOnly(Code.OPENSM_CONF_UNKNOWN)
                .hasSize(3);
    }

    @Test
    void secretsAreNotRepeatedInMessages() {
        String text = "sm_key=0x5eC2e7\nm_key = 0x5eC2e7\nsa_key 0x5eC2e7 0x1\n";
        assertThat(conf(text).diagnostics().toString()).doesNotContain("5eC2e7");
        assertThat(conf(text).number("m_key", 0, -1).problems().toString()).doesNotContain("5eC2e7");
    }

    @Test
    void lineIsCutWhereOpenSmCutsIt() {
        String comment = "# " + "x".repeat(1018) + " sm_priority 9\n";
        OpensmConf conf = conf(comment + "sm_priority 1\n" + comment);
        assertThat(conf.diagnostics()).extracting(Diagnostic::code).contains(Code.OPENSM_CONF_LONG_LINE);
        assertThat(conf("# " + "x".repeat(1019) + " sm_priority 9\n").priority().value())
                .isEqualTo(9);
    }

    @Test
    void numbersOf64Bits() {
        assertThat(conf("guid 0xffffffffffffffff").number("guid", 0, -1).value())
                .isEqualTo(-1L);
        assertThat(conf("guid 0x1ffffffffffffffff").number("guid", 0, -1).problems())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "sm_priority 5\\n|sm_priority 4\\n",
                "# a\\nsm_priority\\t 5 # keep\\r\\nqos TRUE\\n|# a\\nsm_priority\\t 4 # keep\\r\\nqos TRUE\\n",
                "sm_priority \"5\"\\n|sm_priority \"4\"\\n",
                "sm_priority 1\\nsm_priority 5\\n|sm_priority 1\\nsm_priority 4\\n",
                "sm_priority = 5\\n|sm_priority 4\\n",
                "sm_priority\\nx 1\\n|sm_priority 4\\nx 1\\n",
                "sm_priority # none\\n|sm_priority 4# none\\n",
                "sm_priority\\r\\n|sm_priority\\r\\nsm_priority 4\\r\\n",
                "#sm_priority 0\\n|#sm_priority 0\\nsm_priority 4\\n",
                "master_sm_priority 14|master_sm_priority 14\\nsm_priority 4\\n",
                "qos TRUE\\r\\n|qos TRUE\\r\\nsm_priority 4\\r\\n",
                "|sm_priority 4\\n",
            })
    void editChangesOneValue(String before, String after) {
        assertThat(edited(unescaped(before), "sm_priority", "4")).isEqualTo(unescaped(after));
        assertThat(edited(unescaped(after), "sm_priority", "4")).isEqualTo(unescaped(after));
    }

    @Test
    void editThatWouldMoveAnotherKeyIsRefused() {
        String padded = "sm_priority 5" + " ".repeat(1008) + "#x lmc 1\n";
        assertThat(conf(padded).last("x")).isPresent();
        assertThat(edited(padded, "sm_priority", "12345678901")).startsWith("refused: OPENSM_CONF_EDIT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 4", "4 # x", "4\n", "\"4\"", "\u00e9"})
    void valuesThatNoLineCanHold(String value) {
        assertThatThrownBy(() -> conf("").with("sm_priority", value)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String unescaped(String text) {
        return text == null
                ? ""
                : text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
    }
}
