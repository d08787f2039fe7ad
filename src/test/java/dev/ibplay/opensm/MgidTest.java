package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MgidTest {
    @ParameterizedTest
    @CsvSource({
        "ff12::1,0xff12000000000000:0x0000000000000001",
        "ff12:401b:ffff::ffff:ffff,0xff12401bffff0000:0x00000000ffffffff",
        "FF12:401b:0:0:0:0:0:16,0xff12401b00000000:0x0000000000000016",
        "ff15::,0xff15000000000000:0x0000000000000000",
        "ff12::1.2.3.4,0xff12000000000000:0x0000000001020304",
    })
    void readsIpv6Text(String text, String value) {
        assertThat(Mgid.parse(text)).map(Mgid::toString).contains(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "::",
                "fe80::1",
                "ff12",
                "ff12::1::2",
                "ff12:::1",
                "ff12::12345",
                "ff12::g",
                "1:2:3:4:5:6:7:8:9",
                "ff12::1.2.3",
                "ff12::1.2.3.256",
                "ff12:1:2:3:4:5:6:7:8",
                "ff12:1:2:3:4:5:6::7"
            })
    void refusesTheRest(String text) {
        assertThat(Mgid.parse(text)).isEmpty();
    }

    @Test
    void broadcastGroupOfAPartition() {
        assertThat(Mgid.ipoibBroadcast(5))
                .isEqualTo(Mgid.parse("ff12:401b:8005::ffff:ffff").orElseThrow());
        assertThat(Mgid.ipoibBroadcast(5).isIp()).isTrue();
        assertThat(Mgid.ipoibBroadcast(5).withScope(5).scope()).isEqualTo(5);
    }
}
