package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedAttributeTest {
    private static final String NODE_INFO = """
            # Node info: DR path slid 65535; dlid 65535; 0,1
            BaseVers:........................1
            ClassVers:.......................1
            NodeType:........................Switch
            NumPorts:........................36
            SystemGuid:......................0x0002c90200404a08
            Guid:............................0x0002c90200404a08
            PortGuid:........................0x0002c90200404a0a
            PartCap:.........................8
            DevId:...........................0xc738
            Revision:........................0x000000a1
            LocalPort:.......................17
            VendorId:........................0x0002c9
            """;

    private static final String PORT_INFO = """
            # Port info: DR path slid 65535; dlid 65535; 0,1,4 port 1
            Mkey:............................<not displayed>
            GidPrefix:.......................0xfe80000000000000
            Lid:.............................23
            SMLid:...........................11
            CapMask:.........................0x251486a
            \t\t\t\tIsSM
            \t\t\t\tIsTrapSupported
            LocalPort:.......................1
            LinkWidthEnabled:................1X or 4X
            LinkWidthSupported:..............1X or 4X
            LinkWidthActive:.................4X
            LinkSpeedSupported:..............2.5 Gbps or 5.0 Gbps or 10.0 Gbps
            LinkState:.......................Active
            PhysLinkState:...................LinkUp
            LinkDownDefState:................Polling
            LinkSpeedActive:.................10.0 Gbps
            LinkSpeedEnabled:................2.5 Gbps or 5.0 Gbps or 10.0 Gbps
            NeighborMTU:.....................4096
            SMSL:............................0
            VLCap:...........................VL0-7
            MtuCap:..........................4096
            OperVLs:.........................VL0-3
            GuidCap:.........................32
            SubnetTimeout:...................18
            CapabilityMask2:.................0x0030
            """;

    private static ToolOutput well(String stdout) {
        return new ToolOutput(stdout, "", new CommandEnd.Exited(0));
    }

    private static byte[] known(Fact<Bytes> fact) {
        assertThat(fact).isInstanceOf(Fact.Known.class);
        byte[] data = fact.ifKnown().orElseThrow().toArray();
        assertThat(data).hasSize(64);
        return data;
    }

    private static PortInfo portInfo(String text) {
        return PortInfo.decode(known(PrintedAttribute.portInfo(well(text))));
    }

    @Test
    void nodeInfo() {
        byte[] data = known(PrintedAttribute.nodeInfo(well(NODE_INFO)));
        assertThat(NodeInfo.decode(data))
                .contains(new NodeInfo(
                        1,
                        1,
                        NodeType.SWITCH,
                        36,
                        0x0002c90200404a08L,
                        new NodeGuid(0x0002c90200404a08L),
                        new PortGuid(0x0002c90200404a0aL),
                        8,
                        new DeviceId(0x2c9, 0xc738, 0xa1),
                        17));
        assertThat(MadField.NODE_VENDOR_ID.in(data)).isEqualTo(0x2c9);
        assertThat(MadField.NODE_DEVICE_ID.in(data)).isEqualTo(0xc738);
        assertThat(PrintedAttribute.nodeInfo(well(NODE_INFO.replace("Switch", "Gateway"))))
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void portInfo() {
        byte[] data = known(PrintedAttribute.portInfo(well(PORT_INFO)));
        PortInfo port = PortInfo.decode(data);
        assertThat(port)
                .isEqualTo(new PortInfo(
                        new Lid(23),
                        new Lid(11),
                        0,
                        0xfe80000000000000L,
                        0x0251486a,
                        0x30,
                        1,
                        PortState.ACTIVE,
                        PortPhysicalState.LINK_UP,
                        Optional.of(Mtu.MTU_4096),
                        Optional.of(Mtu.MTU_4096),
                        new LinkWidths(
                                Set.of(LinkWidth.X1, LinkWidth.X4),
                                Set.of(LinkWidth.X1, LinkWidth.X4),
                                Optional.of(LinkWidth.X4)),
                        new LinkSpeeds(
                                Set.of(LinkSpeed.SDR, LinkSpeed.DDR, LinkSpeed.QDR),
                                Set.of(LinkSpeed.SDR, LinkSpeed.DDR, LinkSpeed.QDR),
                                Optional.of(LinkSpeed.QDR))));
        assertThat(port.isSm()).isTrue();
        assertThat(MadField.PORT_GID_PREFIX.in(data)).isEqualTo(0xfe80000000000000L);
        assertThat(MadField.PORT_SUBNET_TIMEOUT.in(data)).isEqualTo(18);
    }

    @ParameterizedTest
    @CsvSource({
        "1X, 2.5 Gbps, No Extended Speed, 2.5", "4X, 5.0 Gbps, No Extended Speed, 20",
                "4X, 10.0 Gbps, 14.0625 Gbps, 56",
        "4X, Extended speed, 25.78125 Gbps, 100", "2X, 10.0 Gbps, 53.125 Gbps, 100", "4X, 10.0 Gbps, 106.25 Gbps, 400",
        "undefined (0), 2.5 Gbps, No Extended Speed, none", "4X, undefined (0), No Extended Speed, none"
    })
    void rateOfTheLink(String width, String speed, String extended, String rate) {
        byte[] data = new byte[64];
        PrintedLink.put(
                "LinkWidthActive:.................%s\r\nLinkSpeedActive:.................%s\nLinkSpeedExtActive:..............%s\n"
                        .formatted(width, speed, extended),
                data);
        assertThat(PortInfo.decode(data).rate().map(Rate::toString).orElse("none"))
                .isEqualTo(rate);
    }

    /** Until 2009 LIDs were hexadecimal, and a terminal makes CRLF of line ends. */
    @Test
    void theOldFormSaysTheSame() {
        String now = PORT_INFO.replace("CapabilityMask2:.................0x0030\n", "");
        String old = now.replace("DR path slid 65535; dlid 65535; 0,1,4", "DR path [0][1][4]")
                .replace(".23\n", ".0x0017\n")
                .replace(".11\n", ".0x000b\n");
        assertThat(portInfo(old)).isEqualTo(portInfo(now));
        assertThat(portInfo(PORT_INFO.replace("\n", "\r\n"))).isEqualTo(portInfo(PORT_INFO));
    }

    @Test
    void statesByTheirWordsOrCodes() {
        assertThat(portInfo(PORT_INFO.replace(".Active", ".Initialize")).state())
                .isEqualTo(PortState.INITIALIZE);
        assertThat(portInfo(PORT_INFO.replace(".LinkUp", ".PortConfigurationTraining"))
                        .physicalState())
                .isEqualTo(PortPhysicalState.TRAINING);
        assertThat(portInfo(PORT_INFO.replace(".Active", ".NoChange")).state()).isEqualTo(PortState.NO_CHANGE);
        assertThat(portInfo(PORT_INFO.replace(".Active", ".? (6)")).state()).isEqualTo(PortState.UNKNOWN);
        assertThat(PrintedAttribute.portInfo(well(PORT_INFO.replace(".Active", ".Sideways"))))
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void anMtuThatIsNotSetStaysUnknownButALidMustBeThere() {
        assertThat(portInfo(PORT_INFO.replace(
                                "NeighborMTU:.....................4096", "NeighborMTU:.....................? (0)"))
                        .neighborMtu())
                .isEmpty();
        assertThat(PrintedAttribute.portInfo(well(PORT_INFO.replace("SMLid:", "Other:"))))
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void nodeDescription() {
        byte[] data =
                known(PrintedAttribute.nodeDescription(well("Node Description:..................stor7 mlx4_0\n")));
        assertThat(Bytes.of(data).latin1()).startsWith("stor7 mlx4_0\0");
        assertThat(known(PrintedAttribute.nodeDescription(well("Node Description:." + "x".repeat(80) + "\n"))))
                .containsOnly('x');
        assertThat(PrintedAttribute.nodeDescription(well(""))).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void smInfo() {
        byte[] data = known(
                PrintedAttribute.smInfo(
                        well(
                                "sminfo: sm lid 0 sm guid 0x2c9030000a011, activity count 90512 priority 13 state 2 SMINFO_STANDBY\n")));
        assertThat(SmInfo.decode(data)).isEqualTo(new SmInfo(0x2c9030000a011L, 90512, 13, SmState.STANDBY));
        assertThat(PrintedAttribute.smInfo(
                        well("sminfo: sm lid 0x1 sm guid 0x2c9030000a011, activity count 512 priority 1\n")))
                .as("a tool that does not tell master from standby")
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void groups() {
        List<Bytes> records = PrintedAttribute.groups(well("""
                        MCMember Record dump:
                        \t\tMGID....................ff12:401b:8007::ffff:ffff
                        \t\tPortGid.................fe80::2:c903:a:11
                        \t\tqkey....................0xb1b
                        \t\tmlid....................0xc003
                        \t\tmtu.....................0x85
                        \t\tTClass..................0x0
                        \t\tpkey....................0x8007
                        \t\trate....................0x8c
                        \t\tpkt_life................0x92
                        \t\tSL......................0x3
                        """)).ifKnown().orElseThrow();
        assertThat(records).hasSize(1);
        byte[] data = records.getFirst().toArray();
        McMemberRecord record = McMemberRecord.decode(data).orElseThrow();
        assertThat(record.mgid()).isEqualTo(Gid.ipoibBroadcast(new PKey(7)));
        assertThat(record.portGid()).isEqualTo(new Gid(0xfe80000000000000L, 0x0002c903000a0011L));
        assertThat(record.mtu()).contains(Mtu.MTU_4096);
        assertThat(record.rate()).contains(Rate.GBPS_56);
        assertThat(record.pkey()).isEqualTo(new PKey(0x8007));
        assertThat(record.joinState()).isZero();
        assertThat(MadField.MCMEMBER_MTU_SELECTOR.in(data)).isEqualTo(2);
        assertThat(MadField.MCMEMBER_SL.in(data)).isEqualTo(3);
        assertThat(MadField.MCMEMBER_Q_KEY.in(data)).isEqualTo(0xb1b);
        assertThat(MadField.MCMEMBER_MLID.in(data)).isEqualTo(0xc003);
    }

    @Test
    void noGroupIsAnAnswerAndHalfAGroupIsNone() {
        assertThat(PrintedAttribute.groups(well(""))).isEqualTo(Fact.known(List.of()));
        assertThat(PrintedAttribute.groups(well("""
                        MCMemberRecord group dump:
                        \t\tMGID....................ff12:401b:ffff::ffff:ffff
                        \t\tMlid....................0xC000
                        \t\tMtu.....................0x4
                        \t\tRate....................0x3
                        """))).isInstanceOf(Fact.Unreadable.class);
    }
}
