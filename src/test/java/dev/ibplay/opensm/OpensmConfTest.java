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
        Reading<Boolean> reading = conf("qos " + word + "\n").truth("qos");
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
        String text = "sm_key=0x5eC2e7\nm_key = 0x5eC2e7\nsa_key 0x5eC2e7 0x1\nsm_key0x5eC2e7\n\"m_key:0x5eC2e7\"\n"
                + "sm_key 0x5eC2e7\nsm_key 0x5eC2e71\nsm_key" + " ".repeat(1016) + "0x5eC2e7\n";
        assertThat(conf(text).diagnostics().toString()).doesNotContain("5eC2e7");
        assertThat(conf(text).number("m_key").problems().toString()).doesNotContain("5eC2e7");
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
        OpensmOption guid = OpensmOptions.find("guid").orElseThrow();
        assertThat(guid.reads(conf("guid 0xffffffffffffffff")).value()).contains("0xffffffffffffffff");
        assertThat(guid.reads(conf("guid 0x1ffffffffffffffff")).problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm_prioritty 3|error IB701: OpenSM knows no key 'sm_prioritty' and ignores the line (did you mean 'sm_priority'?)",
                "SM_PRIORITY 3|error IB701: OpenSM knows no key 'SM_PRIORITY' and ignores the line (did you mean 'sm_priority'?)",
                "master_sm_priority 14|warning IB709: only Mellanox's OpenSM knows master_sm_priority; others ignore the line (its value is not checked)",
                "max_rate_enum 3|warning IB709: OpenSM knows max_rate_enum since 3.3.24; earlier ones ignore the line (its value is not checked)",
                "lmc 9|error IB703: the value of lmc is out of range; OpenSM falls back to 0 (lmc is 0 to 7)",
                "lmc 256|error IB703: the value of lmc is out of range; OpenSM leaves it at 0 (lmc is 0 to 7)",
                "m_key 0x5eC2e7zz|error IB702: OpenSM takes no number from this line and leaves m_key at what it was (write a number of 64 bits)",
                "lmc 03|warning IB715: OpenSM takes this number as 3: a leading 0 means octal, and numbers have no sign (write it in decimal or with 0x)",
                "m_key -7|warning IB715: OpenSM takes this number as another: a leading 0 means octal, and numbers have no sign (write it in decimal or with 0x)",
                "virt_enabled 2\\nlmc 9|warning IB709: only Mellanox's OpenSM knows virt_enabled; others ignore the line (its value is not checked); warning IB703: the value of lmc is out of range; OpenSM falls back to 0 in release 3.3.23 (lmc is 0 to 7)",
                "lmc = 1|error IB702: OpenSM takes no number from this line and leaves lmc at 0 (write 'lmc' and the value with a blank between them, without '=')",
                "qos yes|error IB704: OpenSM takes 'yes' as FALSE: only the word TRUE is true (write TRUE or FALSE)",
                "qos no|warning IB704: OpenSM takes 'no' as FALSE, like every word but TRUE (write FALSE)",
                "lmc 1\\nlmc 2|warning IB705: lmc is given again; this line overrules opensm.conf:1:1 (keep one of them)",
                "lmc 1\\nlmc 1|''",
                "cc_cct 1|error IB708: OpenSM cannot read this and leaves cc_cct at (null) (cc_cct is SHIFT:MULTIPLIER, with commas between several)",
                "qos_high_limit 5x|error IB708: OpenSM takes 5 from this line for qos_high_limit (qos_high_limit is a number)",
                "no_partition_enforcement FALSE|''",
                "no_partition_enforcement TRUE|warning IB710: no_partition_enforcement is deprecated; OpenSM still acts on it (part_enforce says which directions are checked; off is none)",
                "dimn_ports_file /x|warning IB710: this is the old name of port_search_ordering_file (write the new name)",
                "log_prefix 'a#b'|error IB712: OpenSM takes a quote without its partner as part of log_prefix ('#' starts a comment even between quotes)",
                "log_file|warning IB712: log_file is set to an empty text (leave the line out for the default, or write (null) for none)",
                "long_transaction_timeout 5|error IB713: OpenSM sets long_transaction_timeout to 200, since transaction_timeout is longer ()",
                "console (null)|error IB714: OpenSM crashes when console is (null) (leave the line out for off)",
                "part_enforce (null)\\nno_partition_enforcement TRUE|error IB714: OpenSM crashes when part_enforce is (null) (leave the line out for both); warning IB710: no_partition_enforcement is deprecated; OpenSM still acts on it (part_enforce says which directions are checked; off is none)",
                "cc_ca_cong_setting_ccti_min 0 3\\ncc_ca_cong_setting_ccti_min 1 4|''",
            })
    void whatLintSays(String text, String expected) {
        assertThat(said(unescaped(text) + "\n")).isEqualTo(expected);
    }

    @Test
    void lineEndsAndMarks() {
        assertThat(said("lmc 1\r\n\r\nqos TRUE\r\n"))
                .startsWith("warning IB711: lines end in CR LF")
                .doesNotContain(";  ")
                .doesNotContain("error");
        assertThat(said("\u00ef\u00bb\u00bfqos TRUE\n")).contains("error IB701").contains("warning IB711");
    }

    @Test
    void aForkMayHaveMoreKeysThanAreKnown() {
        assertThat(said("virt_enabled 2\nsome_new_key 1\n")).doesNotContain("error");
        assertThat(said("some_new_key 1\n")).contains("error IB701");
        assertThat(said("virt_enabled 2\nsm_prioritty 1\n")).contains("error IB701");
    }

    @Test
    void anOldNameIsTheSameKey() {
        String text = "port_search_ordering_file /a\ndimn_ports_file /b\n";
        assertThat(edited(text, "port_search_ordering_file", "/c"))
                .isEqualTo("port_search_ordering_file /a\ndimn_ports_file /c\n");
        assertThat(conf(text).without("port_search_ordering_file"))
                .isInstanceOfSatisfying(
                        Edit.Done.class,
                        done -> assertThat(((OpensmConf) done.document()).text())
                                .isEmpty());
    }

    @Test
    void severalKeysAtOnce() {
        var values = new java.util.LinkedHashMap<String, String>();
        values.put("lmc", "1");
        values.put("qos", "TRUE");
        assertThat(conf("# a\nqos FALSE # b\n").with(values))
                .isInstanceOfSatisfying(
                        Edit.Done.class,
                        done -> assertThat(((OpensmConf) done.document()).text())
                                .isEqualTo("# a\nqos TRUE # b\nlmc 1\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lmc 1|''",
                "# a\\nlmc 1 # b\\n qos TRUE|# a\\n qos TRUE",
                "lmc 1\\nqos TRUE\\n\\tlmc 2|qos TRUE\\n",
                "lmc_esp0 TRUE|lmc_esp0 TRUE",
                "qos TRUE\\r\\nlmc 1\\r\\n#|qos TRUE\\r\\n#",
            })
    void keysAreRemovedWithTheirLines(String before, String after) {
        assertThat(conf(unescaped(before)).without("lmc"))
                .isInstanceOfSatisfying(
                        Edit.Done.class,
                        done -> assertThat(((OpensmConf) done.document()).text())
                                .isEqualTo(unescaped(after)));
    }

    private static String said(String text) {
        return conf(text).diagnostics().stream()
                .map(d -> "%s %s: %s (%s)"
                        .formatted(
                                d.severity().word(),
                                d.code().id(),
                                d.message(),
                                d.hint().orElse("")))
                .collect(java.util.stream.Collectors.joining("; "));
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
