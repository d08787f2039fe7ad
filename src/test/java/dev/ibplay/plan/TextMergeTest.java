package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextMergeTest {
    private static final String OLD = "ethernets: {ib0: {mtu: 2000}, ib1: {mtu: 2000}, ib2: {mtu: 2000}}\n";

    @Test
    void editsInOneLineInAnyOrder() {
        String first = OLD.replace("ib0: {mtu: 2000}", "ib0: {mtu: 4000}");
        String second = OLD.replace("ib1: {mtu: 2000}", "ib1: {mtu: 2044, infiniband-mode: datagram}");
        String third = OLD.replace("ib2: {mtu: 2000}", "ib2: {mtu: 72}");
        String all = "ethernets: {ib0: {mtu: 4000}, ib1: {mtu: 2044, infiniband-mode: datagram}, ib2: {mtu: 72}}\n";

        assertThat(TextMerge.of(OLD, List.of(first, second, third))).contains(all);
        assertThat(TextMerge.of(OLD, List.of(first, third, second))).contains(all);
        assertThat(TextMerge.of(OLD, List.of(third, second, first))).contains(all);
    }

    @Test
    void theSameEditTwiceIsOne() {
        String edited = OLD.replaceFirst("2000", "4000");
        assertThat(TextMerge.of(OLD, List.of(edited, OLD, edited))).contains(edited);
        assertThat(TextMerge.of(OLD, List.of())).contains(OLD);
    }

    @Test
    void aNumberIsNeverPutTogetherFromTwo() {
        assertThat(TextMerge.of("MTU=2000\n", List.of("MTU=4000\n", "MTU=2044\n")))
                .isEmpty();
    }

    @Test
    void twoInsertionsAtOnePlaceHaveNoOrder() {
        assertThat(TextMerge.of("a\nb\n", List.of("a\nx\nb\n", "a\ny\nb\n"))).isEmpty();
        assertThat(TextMerge.of("", List.of("x\n", "y\n"))).isEmpty();
    }

    @Test
    void keepsEveryByte() {
        String old = "\u00e4\r\n\tmtu 1\n\n\nmtu 2";
        assertThat(TextMerge.of(old, List.of(old.replace("mtu 1", "mtu 3"), old.replace("mtu 2", "mtu 4\n"))))
                .contains("\u00e4\r\n\tmtu 3\n\n\nmtu 4\n");
    }
}
