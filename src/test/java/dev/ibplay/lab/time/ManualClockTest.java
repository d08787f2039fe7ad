package dev.ibplay.lab.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock();
    private final List<String> done = new ArrayList<>();

    private void later(int seconds, String what) {
        clock.after(Duration.ofSeconds(seconds), () -> done.add(what + " at " + clock.nanos() / 1_000_000_000));
    }

    @Test
    void everythingHappensInItsOrderAndAtItsTime() {
        later(5, "b");
        later(2, "a");
        later(5, "c");
        later(9, "d");
        clock.advance(Duration.ofSeconds(7));
        assertThat(done).containsExactly("a at 2", "b at 5", "c at 5");
        assertThat(clock.nanos()).isEqualTo(7_000_000_000L);
        clock.advance(Duration.ofSeconds(2));
        assertThat(done).endsWith("d at 9");
    }

    @Test
    void whatAnActionStartsHappensToo() {
        clock.after(Duration.ofSeconds(1), () -> later(1, "second"));
        clock.advance(Duration.ofSeconds(3));
        assertThat(done).containsExactly("second at 2");
    }

    @Test
    void whatIsCancelledDoesNotHappen() {
        var timer = clock.after(Duration.ofSeconds(1), () -> done.add("never"));
        timer.cancel();
        clock.advance(Duration.ofSeconds(3));
        assertThat(done).isEmpty();
    }
}
