package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @CsvSource({"1, 256, 252", "2, 512, 508", "3, 1024, 1020", "4, 2048, 2044", "5, 4096, 4092"})
    void mtuCodesBytesAndWhatIpoibLeaves(int code, int bytes, int ipoib) {
        Mtu mtu = Mtu.ofCode(code).orElseThrow();
        assertThat(mtu.bytes()).isEqualTo(bytes);
        assertThat(mtu.ipoibDatagramBytes()).isEqualTo(ipoib);
        assertThat(Mtu.ofBytes(bytes)).contains(mtu);
    }

    @ParameterizedTest
    @CsvSource({"0x7fff, 0x7fff", "0xffff, 0xffff", "5, 0x0005", "0x8005, 0x8005", "32773, 0x8005"})
    void pkeysAreReadFromText(String text, String canonical) {
        assertThat(PKey.parse(text).orElseThrow()).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0x8000", "0x10000", "-1", "05", "0x", "", "ffff", "0x7fff ", "99999999999999999999"})
    void whatIsNoPkeyIsRefused(String text) {
        assertThat(PKey.parse(text)).isEmpty();
    }

    @Test
    void theMemberBitDoesNotNameThePartition() {
        assertThat(new PKey(5).samePartition(new PKey(0x8005))).isTrue();
        assertThat(new PKey(5).asFullMember()).isEqualTo(new PKey(0x8005));
        assertThatThrownBy(() -> new PKey(0x8000)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0x2c90300fb3481, 0x0002c90300fb3481",
        "0002c90300fb3481, 0x0002c90300fb3481",
        "0002:c903:00fb:3481, 0x0002c90300fb3481",
        "00:02:c9:03:00:fb:34:81, 0x0002c90300fb3481",
        "0xffffffffffffffff, 0xffffffffffffffff"
    })
    void guidsAreReadInAllSpellings(String text, String canonical) {
        assertThat(PortGuid.parse(text).orElseThrow()).hasToString(canonical);
        assertThat(NodeGuid.parse(text).orElseThrow()).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x0", "100001", "0x12345678901234567", "", "0002:c903:00fb", "node1"})
    void whatIsNoGuidIsRefused(String text) {
        assertThat(PortGuid.parse(text)).isEmpty();
    }

    @Test
    void guidsAreOrderedAsUnsigned() {
        assertThat(new PortGuid(-1)).isGreaterThan(new PortGuid(1));
    }
}
