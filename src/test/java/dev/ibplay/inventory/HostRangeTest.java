package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRangeTest {
    @ParameterizedTest
    @CsvSource({
        "node, node",
        "n[1:3], n1 n2 n3",
        "n[08:11]x, n08x n09x n10x n11x",
        "n[:2], n0 n1 n2",
        "n[1:9:4], n1 n5 n9",
        "r[a:c], ra rb rc",
        "r[a:e:2], ra rc re",
        "r[y:B], ry rz rA rB",
        "r[1:2]n[a:b], r1na r1nb r2na r2nb",
        "n[9:11], n9 n10 n11",
        "n[0:1], n0 n1",
    })
    void writesOutRanges(String pattern, String names) {
        assertThat(HostRange.expand(pattern))
                .isInstanceOfSatisfying(
                        HostRange.Names.class,
                        found -> assertThat(String.join(" ", found.names())).isEqualTo(names));
    }

    @ParameterizedTest
    @CsvSource({
        "n[1-3], [1-3] is not a range",
        "n[1:2:3:4], [1:2:3:4] is not a range",
        "n[1:], the range [1:] has no end",
        "n[1:a], the ends of the range [1:a] must be two numbers or two single letters",
        "n[01:100], the ends of the range [01:100] must have the same number of digits",
        "n[5:1], the range [5:1] ends before it begins",
        "n[c:a], the range [c:a] ends before it begins",
        "n[1:5:0], the step of the range [1:5:0] must be a number from 1",
        "n[1:5:-1], the step of the range [1:5:-1] must be a number from 1",
        "n[1:5, 'the bracket in \"n[1:5\" is not closed'",
    })
    void refusesWhatIsNoRange(String pattern, String reason) {
        assertThat(HostRange.expand(pattern))
                .isInstanceOfSatisfying(
                        HostRange.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Test
    void aSlipOfTheFingerDoesNotFillTheMemory() {
        assertThat(HostRange.expand("n[0:999999999]")).isInstanceOf(HostRange.Refused.class);
        assertThat(HostRange.expand("n[0:99999]x[0:99999]")).isInstanceOf(HostRange.Refused.class);
    }
}
