package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CNumberTest {
    @ParameterizedTest
    @CsvSource({
        "12,12,2,false",
        "0x1F,31,4,false",
        "010,8,3,false",
        "08,0,1,false",
        "0x,0,1,false",
        "0xg,0,1,false",
        "4k,4,1,false",
        "'  7',7,3,false",
        "-1,18446744073709551615,2,false",
        "+5,5,2,false",
        "abc,0,0,false",
        "'',0,0,false",
        "18446744073709551615,18446744073709551615,20,false",
        "18446744073709551616,18446744073709551615,20,true",
        "0xffffffffffffffff,18446744073709551615,18,false",
        "0x10000000000000000,18446744073709551615,19,true",
        "-18446744073709551616,18446744073709551615,21,true",
    })
    void readsAsTheCLibraryDoes(String text, String value, int end, boolean overflow) {
        CNumber number = CNumber.parse(text);
        assertThat(Long.toUnsignedString(number.value())).isEqualTo(value);
        assertThat(number.end()).isEqualTo(end);
        assertThat(number.overflow()).isEqualTo(overflow);
    }
}
