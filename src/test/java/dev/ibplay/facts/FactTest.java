package dev.ibplay.facts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FactTest {
    private static Fact<Integer> half(int number) {
        return number % 2 == 0 ? Fact.known(number / 2) : Fact.unreadable("odd");
    }

    @Test
    void carriesAKnownValueOn() {
        assertThat(Fact.known(4).flatMap(FactTest::half)).isEqualTo(Fact.known(2));
        assertThat(Fact.known(3).flatMap(FactTest::half)).isEqualTo(Fact.unreadable("odd"));
        assertThat(Fact.known(4).ifKnown()).contains(4);
    }

    @Test
    void keepsAbsentAndUnreadableApart() {
        assertThat(Fact.<Integer>absent().flatMap(FactTest::half)).isEqualTo(Fact.absent());
        assertThat(Fact.<Integer>unreadable("why").flatMap(FactTest::half)).isEqualTo(Fact.unreadable("why"));
        assertThat(Fact.absent()).isNotEqualTo(Fact.unreadable(""));
        assertThat(Fact.absent().ifKnown()).isEmpty();
        assertThat(Fact.unreadable("why").ifKnown()).isEmpty();
    }
}
