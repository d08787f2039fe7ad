package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attributes built byte by byte from the specification's tables. */
class AttributeDecodingTest {
    private static byte[] bytes(int size, Object... placed) {
        byte[] data = new byte[size];
        for (int i = 0; i < placed.length; i += 2) {
            byte[] part = HexFormat.of().parseHex((String) placed[i + 1]);
            System.arraycopy(part, 0, data, (Integer) placed[i], part.length);
        }
        return data;
    }

    @Test
    void nodeInfo() {
        byte[] data = bytes(
                64,
                0,
                "0101" + "02" + "24",
                4,
                "0002c90300aa0003",
                12,
                "0002c90300aa0000",
                20,
                "0002c90300aa0001",
                28,
                "0008cf08000000a1070002c9");
        assertThat(NodeInfo.decode(data))
                .contains(new NodeInfo(
                        1,
                        1,
                        NodeType.SWITCH,
                        36,
                        0x0002c90300aa0003L,
                        new NodeGuid(0x0002c90300aa0000L),
                        new PortGuid(0x0002c90300aa0001L),
                        8,
                        new DeviceId(0x2c9, 0xcf08, 0xa1),
                        7));
        assertThat(NodeInfo.decode(new byte[64])).isEmpty();
    }

    @Test
    void portInfo() {
        byte[] data =
                bytes(64, 16, "0005", 18, "0001", 20, "0250c04a", 28, "01", 32, "14", 33, "52", 36, "40", 41, "05");
        var info = PortInfo.decode(data);
        assertThat(info.lid()).isEqualTo(new Lid(5));
        assertThat(info.smLid()).isEqualTo(new Lid(1));
        assertThat(info.isSm()).isTrue();
        assertThat(info.state()).isEqualTo(PortState.ACTIVE);
        assertThat(info.physicalState()).isEqualTo(PortPhysicalState.LINK_UP);
        assertThat(info.neighborMtu()).contains(Mtu.MTU_2048);
        assertThat(info.mtuCap()).contains(Mtu.MTU_4096);
        assertThat(info.rate()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 2.5", "2, 1, 0, 10", "2, 4, 0, 40", "8, 4, 0, 120", "2, 4, 1, 56", "2, 4, 2, 100", "1, 4, 2, 25",
        "16, 4, 4, 100", "2, 4, 4, 200", "2, 4, 8, 400", "4, 2, 0, 40", "0, 1, 0, none", "2, 0, 0, none",
                "2, 4, 9, none"
    })
    void rateOfALink(int width, int speed, int extended, String rate) {
        byte[] data = new byte[64];
        MadField.PORT_WIDTH_ACTIVE.put(data, width);
        MadField.PORT_SPEED_ACTIVE.put(data, speed);
        MadField.PORT_SPEED_EXT_ACTIVE.put(data, extended);
        assertThat(PortInfo.decode(data).rate().map(Rate::toString).orElse("none"))
                .isEqualTo(rate);
    }

    @Test
    void smInfo() {
        byte[] data = bytes(64, 0, "0000000000100001", 16, "0000004f", 20, "53");
        assertThat(SmInfo.decode(data)).isEqualTo(new SmInfo(0x100001, 79, 5, SmState.MASTER));
    }

    @Test
    void pkeyTable() {
        byte[] data = bytes(64, 0, "ffff", 4, "8001", 6, "0005", 8, "8000", 62, "7fff");
        assertThat(PKeyTable.decodeBlock(data))
                .isEqualTo(List.of(new PKey(0xffff), new PKey(0x8001), new PKey(5), new PKey(0x7fff)));
    }

    @Test
    void mcMemberRecord() {
        byte[] data = bytes(
                52, 0, "ff12401bffff000000000000ffffffff", 32, "00000b1b", 36, "c000", 38, "85", 40, "ffff", 42, "83");
        var record = McMemberRecord.decode(data).orElseThrow();
        assertThat(record.mgid()).isEqualTo(Gid.ipoibBroadcast(PKey.DEFAULT));
        assertThat(record.mgid()).hasToString("ff12:401b:ffff:0:0:0:ffff:ffff");
        assertThat(record.mtu()).contains(Mtu.MTU_4096);
        assertThat(record.rate()).contains(Rate.GBPS_10);
        assertThat(record.pkey()).isEqualTo(new PKey(0xffff));
    }

    @Test
    void aLimitedMembersGroupIsThatOfTheFullKey() {
        assertThat(Gid.ipoibBroadcast(new PKey(5))).hasToString("ff12:401b:8005:0:0:0:ffff:ffff");
    }
}
