package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunningOptionsTest {
    private static RunningOptions start(String file, String... arguments) {
        return RunningOptions.atStart(Optional.of(conf(file)), new OpensmArguments(List.of(arguments)));
    }

    private static OpensmConf conf(String file) {
        return OpensmConf.parse("opensm.conf", file);
    }

    @Test
    void argumentsWinAtTheStart() {
        RunningOptions options = start(
                "sm_priority 11\nsweep_interval 3\n",
                "opensm",
                "-p",
                "3",
                "-P",
                "/p",
                "-k",
                "2",
                "--sweep",
                "7",
                "-I",
                "-g0x100005",
                "-f",
                "/l");
        assertThat(options.number("sm_priority")).isEqualTo(3);
        assertThat(options.text("partition_config_file")).isEqualTo("/p");
        assertThat(options.number("sm_key")).isEqualTo(2);
        assertThat(options.number("sweep_interval")).isEqualTo(7);
        assertThat(options.truth("sm_inactive")).isTrue();
        assertThat(options.number("guid")).isEqualTo(0x100005);
        assertThat(options.text("log_file")).isEqualTo("/l");
    }

    @Test
    void aLineCountsOnHupWhereItDiffersFromTheLast() {
        RunningOptions options = start("sm_priority 11\n", "opensm", "-p", "3");
        assertThat(options.afterReading(conf("sm_priority 11\n")).number("sm_priority"))
                .isEqualTo(3);
        assertThat(options.afterReading(conf("sm_priority 12\n")).number("sm_priority"))
                .isEqualTo(12);
        assertThat(options.afterReading(conf("")).number("sm_priority")).isEqualTo(3);
    }

    @Test
    void whatNeedsARestartStays() {
        RunningOptions options = start("lmc 1\nqos TRUE\n");
        RunningOptions after = options.afterReading(conf("lmc 2\nqos TRUE\nallow_both_pkeys TRUE\nsm_priority 4\n"));
        assertThat(after.number("lmc")).isEqualTo(1);
        assertThat(after.forPartitions().allowBothPkeys()).isFalse();
        assertThat(after.forPartitions().qos()).isTrue();
        assertThat(after.number("sm_priority")).isEqualTo(4);
    }

    @Test
    void keysOfForksMayHaveNoNumber() {
        assertThat(start("").numberIfSet("master_sm_priority")).isEmpty();
        RunningOptions set = start("master_sm_priority 14\n");
        assertThat(set.numberIfSet("master_sm_priority")).hasValue(14);
        assertThat(set.afterReading(conf("master_sm_priority 13\n")).numberIfSet("master_sm_priority"))
                .hasValue(14);
    }

    @Test
    void withoutAFileAllIsDefault() {
        RunningOptions options = RunningOptions.atStart(Optional.empty(), new OpensmArguments(List.of("opensm")));
        assertThat(options.number("sminfo_polling_timeout")).isEqualTo(10000);
        assertThat(options.text("partition_config_file")).isEqualTo("/etc/opensm/partitions.conf");
        assertThat(options.number("subnet_prefix")).isEqualTo(0xfe80_0000_0000_0000L);
    }
}
