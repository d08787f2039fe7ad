package dev.ibplay.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.lab.machine.Fault;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultRuleTest {
    @Test
    void whatARuleSays() throws FaultRule.Malformed {
        FaultRule slow = FaultRule.parse("node0* slow=250ms");
        assertThat(slow.atStep()).contains(new Fault.Slow(Duration.ofMillis(250)));
        assertThat(slow.step()).isEqualTo(OptionalInt.empty());
        assertThat(slow.isFor("node07")).isTrue();
        assertThat(slow.isFor("node17")).isFalse();
        assertThat(slow.isFor("anode07")).isFalse();

        FaultRule reboot = FaultRule.parse(" node1?  reboot at 7 ");
        assertThat(reboot.atStep()).contains(new Fault.Reboot());
        assertThat(reboot.step()).hasValue(7);
        assertThat(reboot.isFor("node12")).isTrue();
        assertThat(reboot.isFor("node1")).isFalse();

        assertThat(FaultRule.parse("sm1 sm-crash after 2m").after()).isEqualTo(Optional.of(Duration.ofMinutes(2)));
        assertThat(FaultRule.parse("* mad-loss=5%").share()).isEqualTo(0.05);
        assertThat(FaultRule.parse("a.b disk-full=/etc at 3").atStep()).contains(new Fault.DiskFull("/etc"));
        assertThat(FaultRule.parse("n unreachable").atStep()).isEmpty();
        assertThat(FaultRule.parse("n sudo-refused").atStep()).isEmpty();
        assertThat(FaultRule.parse("n clock-jump=-1h at 3").atStep())
                .contains(new Fault.ClockJump(Duration.ofHours(-1)));
        assertThat(FaultRule.parse("n clock-jump=90s").atStep()).contains(new Fault.ClockJump(Duration.ofSeconds(90)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            node1                   | is no fault
            node1 flood             | there is no fault "flood"; there are unreachable, silent, login-refused
            node1 slow              | slow cannot be "": it takes
            node1 slow=fast         | slow cannot be "fast"
            node1 slow=0.05s        | slow cannot be "0.05s": it takes a whole number of ms, s, m or h, as in slow=200ms
            node1 drop=2            | drop cannot be "2": it takes no value
            node1 unreachable at 3  | unreachable does not happen at a step
            node1 sm-crash          | sm-crash needs a time: "after 30s"
            node1 drop after 3s     | drop does not wait for a time
            node1 clock-jump        | clock-jump cannot be "": it takes a whole number
            node1 sudo-refused at 2 | sudo-refused does not happen at a step
            * mad-loss=101%         | mad-loss cannot be "101%": it takes whole percents up to 100
            node1 disk-full=etc     | disk-full cannot be "etc": it takes the path
            """)
    void whatIsNoRule(String text, String message) {
        assertThatThrownBy(() -> FaultRule.parse(text))
                .isInstanceOf(FaultRule.Malformed.class)
                .hasMessageContaining(message);
    }
}
