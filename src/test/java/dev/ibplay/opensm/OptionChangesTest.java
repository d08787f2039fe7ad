package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionChangesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sm_priority 3|sm_priority 4|sm_priority 3>4 HUP",
                "sm_priority 3|sm_priority 0x3|''",
                "sm_priority 0|''|''",
                "sm_priority 3|''|sm_priority 3>0 RESTART",
                "sm_priority 3|sm_priority abc|sm_priority 3>0 RESTART",
                "sm_priority 3|sm_priority 16|sm_priority 3>0 HUP",
                "qos_max_vls 8|''|qos_max_vls 8>0 HUP",
                "lmc 1|lmc 2|lmc 1>2 RESTART",
                "qos TRUE|qos true|qos TRUE>FALSE HUP",
                "''|sm_key 0x5eC2e7|sm_key <hidden>><hidden> HUP",
                "master_sm_priority 14|master_sm_priority 15|master_sm_priority 14>15 RESTART",
                "transaction_timeout 200|transaction_timeout 900|long_transaction_timeout 500>900 RESTART; transaction_timeout 200>900 RESTART",
            })
    void whatAChangeNeeds(String before, String after, String expected) {
        OptionChanges changes =
                OptionChanges.between(OpensmConf.parse("f", before + "\n"), OpensmConf.parse("f", after + "\n"));
        String shown = changes.changes().stream()
                .map(c -> "%s %s>%s %s"
                        .formatted(
                                c.option().key(),
                                c.before().orElse("?"),
                                c.after().orElse("?"),
                                c.activation()))
                .sorted()
                .collect(Collectors.joining("; "));
        assertThat(shown).isEqualTo(expected);
        assertThat(changes.needsRestart()).isEqualTo(expected.contains("RESTART"));
        assertThat(changes.toString()).doesNotContain("5eC2e7");
    }
}
