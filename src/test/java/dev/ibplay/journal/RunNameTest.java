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
        assertThat(at("2026-11-30T11:07:02.9Z", 0x3f9a).text()).isEqualTo("20261130T110702-3f9a");
        assertThat(at("2026-11-30T11:07:02Z", 0xffff)).isLessThan(at("2026-11-30T11:07:03Z", 0));
    }

    @Test
    void onlyNamesAreNames() {
        assertThat(RunName.parse("20261130T110702-3f9a")).contains(new RunName("20261130T110702-3f9a"));
        assertThat(RunName.parse("../20261130T110702-3f9a")).isEmpty();
        assertThat(RunName.parse("last")).isEmpty();
    }
}
