package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RateTest {
    @ParameterizedTest
    @CsvSource({"2,2.5", "3,10", "5,5", "7,40", "11,14", "12,56", "15,25", "16,100", "19,28", "22,600", "24,1200"})
    void codesStandForRates(int code, double rate) {
        assertThat(Rate.ofCode(code).orElseThrow().gigabitsPerSecond()).isEqualTo(rate);
    }

    @ParameterizedTest
    @EnumSource
    void everyRateHasOneCode(Rate rate) {
        assertThat(Rate.ofGigabitsPerSecond(rate.gigabitsPerSecond())).contains(rate);
        assertThat(Rate.ofGigabitsPerSecond(Double.parseDouble(rate.toString())))
                .contains(rate);
        assertThat(Rate.ofGigabitsPerSecond(rate.gigabitsPerSecond() + 0.1)).isEmpty();
    }
}
