package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GidTextTest {
    @ParameterizedTest
    @CsvSource({
        "ff12:401b:ffff::ffff:ffff, ff12:401b:ffff:0000:0000:0000:ffff:ffff",
        "::, 0000:0000:0000:0000:0000:0000:0000:0000",
        "::1, 0000:0000:0000:0000:0000:0000:0000:0001",
        "FE80::, fe80:0000:0000:0000:0000:0000:0000:0000",
        "1:2:3:4:5:6:7:8, 0001:0002:0003:0004:0005:0006:0007:0008"
    })
    void writesAllInOneForm(String text, String canonical) {
        assertThat(GidText.canonical(text)).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "1:2:3", "1::2::3", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "x::1", "12345::1"})
    void refusesTheRest(String text) {
        assertThat(GidText.canonical(text)).isEmpty();
    }
}
