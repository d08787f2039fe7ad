package dev.ibplay.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RunNameTest {
    private static RunName at(String instant, int random) {
        RandomGenerator fixed = () -> (long) random << 32;
        return RunName.of(Instant.parse(instant), fixed);
    }

    @Test
    void sortsByTime() {
        assertThat(at("2026-11-30T11:07:02.25Z", 0xa).text()).isEqualTo("20261130T110702-400a");
        assertThat(at("2026-11-30T11:07:02.9999Z", 0xf)).isLessThan(at("2026-11-30T11:07:03Z", 0));
    }

    @Test
    void sortsWithinASecond() {
        assertThat(at("2026-11-30T11:07:02.001Z", 0xf)).isLessThan(at("2026-11-30T11:07:02.002Z", 0));
        assertThat(at("2026-11-30T11:07:02.999Z", 0xf)).isGreaterThan(at("2026-11-30T11:07:02.998Z", 0xf));
    }

    @Test
    void onlyNamesAreNames() {
        assertThat(RunName.parse("20261130T110702-3f9a")).contains(new RunName("20261130T110702-3f9a"));
        assertThat(RunName.parse("../20261130T110702-3f9a")).isEmpty();
        assertThat(RunName.parse("last")).isEmpty();
    }
}
