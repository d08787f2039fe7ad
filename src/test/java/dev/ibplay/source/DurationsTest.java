package dev.ibplay.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"90, 90", "90s, 90", "2m, 120", "1h30m, 5400", "2d, 172800", "1m5, 65", "0, 0", "' 10s ', 10"})
    void lengths(String text, long seconds) {
        assertThat(Durations.parse(text)).contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "s", "m", "-5", "1.5h", "1 h", "1s2m", "5x", "99999999999999"})
    void others(String text) {
        assertThat(Durations.parse(text)).isEmpty();
    }

    @Test
    void theLargestFits() {
        assertThat(Durations.parse("9999d9999h99999m9999999s")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0s", "10s", "2m", "1h", "1h30m", "2d1s"})
    void textsAreReadBack(String text) {
        assertThat(Durations.parse(text).map(Durations::text)).contains(text);
    }
}
