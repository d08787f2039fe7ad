package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SysfsProbesTest {
    private static final String PORT = "/sys/class/infiniband/mlx5_0/ports/1/";
    private static final String NET = "/sys/class/net/ib0/";

    /** All files in one outcome: probes find them by their paths. */
    private static List<Outcome> files(String... pathsAndTexts) {
        List<Outcome.NamedFile> files = new ArrayList<>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new Outcome.NamedFile(pathsAndTexts[i], Bytes.ofUtf8(pathsAndTexts[i + 1])));
        }
        return List.of(new Outcome.FilesFound(files));
    }

    private static List<AdapterPort> ports(String... pathsAndTexts) {
        return new AdapterPortsProbe().parse(files(pathsAndTexts));
    }

    private static List<IpoibObserved> interfaces(String... pathsAndTexts) {
        return new IpoibInterfacesProbe().parse(files(pathsAndTexts));
    }

    @Test
    void anActivePortWithUmad() {
        String adapter = "/sys/class/infiniband/mlx5_0/";
        assertThat(ports(
                        adapter + "fw_ver",
                        "20.35.1012\n",
                        adapter + "hca_type",
                        "MT4123\n",
                        adapter + "board_id",
                        "MT_0000000001\n",
                        adapter + "node_guid",
                        "0011:7500:00a1:0010\n",
                        adapter + "node_type",
                        "1: CA\n",
                        PORT + "state",
                        "4: ACTIVE\n",
                        PORT + "phys_state",
                        "5: LinkUp\n",
                        PORT + "link_layer",
                        "InfiniBand\n",
                        PORT + "rate",
                        "2.5 Gb/sec (1X SDR)\n",
                        PORT + "lid",
                        "0x1f\n",
                        PORT + "sm_lid",
                        "0x3\n",
                        PORT + "cap_mask",
                        "0x2651e84a\n",
                        PORT + "gids/0",
                        "fe80:0000:0000:0000:0011:7500:00a1:0011\n",
                        "/sys/class/infiniband_mad/umad3/ibdev",
                        "mlx5_0\n",
                        "/sys/class/infiniband_mad/umad3/port",
                        "1\n"))
                .containsExactly(new AdapterPort(
                        new MadPort("mlx5_0", 1),
                        Optional.of(new PortGuid(0x0011_7500_00a1_0011L)),
                        true,
                        true,
                        true,
                        new AdapterAttributes(
                                Optional.of("20.35.1012"),
                                Optional.of("MT4123"),
                                Optional.of("MT_0000000001"),
                                Optional.of(new NodeGuid(0x0011_7500_00a1_0010L))),
                        new PortAttributes(
                                LinkLayer.INFINIBAND,
                                Optional.of(PortState.ACTIVE),
                                Optional.of(PortPhysicalState.LINK_UP),
                                Optional.of("2.5"),
                                Optional.of(new Lid(0x1f)),
                                Optional.of(new Lid(3)),
                                Optional.of(0x2651e84aL))));
    }

    /** The kernel says InfiniBand of Omni-Path, and Ethernet of iWARP. */
    @ParameterizedTest
    @CsvSource({
        "mlx5_0, Ethernet, 1: CA, ROCE",
        "cxgb4_0, Ethernet, 4: RNIC, IWARP",
        "hfi1_0, InfiniBand, 1: CA, OMNI_PATH"
    })
    void portsThatAreNotManaged(String adapter, String layer, String type, LinkLayer.Kind kind) {
        String folder = "/sys/class/infiniband/" + adapter + "/";
        AdapterPort port = ports(
                        folder + "node_type",
                        type + "\n",
                        folder + "ports/1/state",
                        "1: DOWN\n",
                        folder + "ports/1/lid",
                        "0x0\n",
                        folder + "ports/1/link_layer",
                        layer + "\n")
                .getFirst();
        assertThat(port.infiniband()).isFalse();
        assertThat(port.active()).isFalse();
        assertThat(port.queryable()).isFalse();
        assertThat(port.attributes().lid()).isEmpty();
        assertThat(port.attributes().linkLayer().kind()).isEqualTo(kind);
    }

    @Test
    void oddPortContent() {
        assertThat(ports(
                        PORT + "state",
                        "",
                        PORT + "gids/0",
                        "0000:0000:0000:0000:0000:0000:0000:0000\n",
                        "/sys/class/infiniband_mad/umad0/ibdev",
                        "mlx5_0\n",
                        "/sys/class/infiniband_mad/umad0/port",
                        "one\n"))
                .containsExactly(new AdapterPort(new MadPort("mlx5_0", 1), Optional.empty(), false, true, false));
        assertThat(new AdapterPortsProbe().parse(List.of(new Outcome.OperationFailed("EACCES", "permission denied"))))
                .isEmpty();
    }

    @Test
    void anInterface() {
        assertThat(interfaces(
                        NET + "type", "32\n",
                        NET + "mtu", "2044\n",
                        NET + "mode", "datagram\n",
                        NET + "pkey", "0xffff\n",
                        NET + "carrier", "1\n"))
                .containsExactly(new IpoibObserved(
                        "ib0", Fact.known(2044), Fact.known(IpoibMode.DATAGRAM), Fact.known(new PKey(0xffff)), true));
    }

    @Test
    void anEthernetInterfaceIsNone() {
        assertThat(interfaces("/sys/class/net/eth0/type", "1\n", "/sys/class/net/eth0/mtu", "1500\n"))
                .isEmpty();
    }

    @Test
    void absentAndUnreadableDiffer() {
        IpoibObserved found = interfaces(NET + "type", "32\n", NET + "mtu", "many\n", NET + "pkey", "0x8000\n")
                .getFirst();

        assertThat(found.mode()).isEqualTo(Fact.absent());
        assertThat(found.mtu()).isEqualTo(Fact.unreadable("/sys/class/net/ib0/mtu says \"many\""));
        assertThat(found.pkey()).isEqualTo(Fact.unreadable("/sys/class/net/ib0/pkey says \"0x8000\""));
        assertThat(found.carrier()).isFalse();
    }

    @Test
    void theBroadcastAddressTellsThePkeyOfAChildMadeByNetlink() {
        String broadcast = "00:ff:ff:ff:ff:12:40:1b:80:01:00:00:00:00:00:00:ff:ff:ff:ff\n";
        assertThat(interfaces(NET + "type", "32\n", NET + "mtu", "2044\n", NET + "broadcast", broadcast))
                .containsExactly(new IpoibObserved(
                        "ib0", Fact.known(2044), Fact.absent(), Fact.known(new PKey(0x8001)), false, true));
        assertThat(interfaces(NET + "type", "32\n", NET + "pkey", "0x8005\n", NET + "broadcast", broadcast)
                        .getFirst())
                .satisfies(found -> {
                    assertThat(found.pkey()).isEqualTo(Fact.known(new PKey(0x8005)));
                    assertThat(found.isBare()).isFalse();
                });
        assertThat(interfaces(
                                NET + "type",
                                "32\n",
                                NET + "broadcast",
                                "00:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff:ff\n")
                        .getFirst()
                        .pkey())
                .isEqualTo(Fact.absent());
    }

    /** As recorded from iproute2 of 2024; the child made by sysfs has no line of its own. */
    @Test
    void onlyIpTellsTheModeOfAChildMadeByNetlink() {
        String text =
                "28: ib0.8001@ib0: <BROADCAST,MULTICAST> mtu 4092 qdisc noop state DOWN mode DEFAULT group default qlen 256\\"
                        + "    link/infiniband 00:00:1f:e3:fe:80:00:00:00:00:00:00:24:8a:07:06:00:f6:19:64 promiscuity 0\\"
                        + "    ipoib pkey  0x8001 mode  connected umcast  0000 addrgenmode eui64\n"
                        + "20: ib0.8002@ib0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 2044 qdisc mq state UP mode DEFAULT\n";
        Outcome said = new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
        var probe = new IpoibModesProbe();
        assertThat(probe.parse(List.of(said))).isEqualTo(Map.of("ib0.8001", IpoibMode.CONNECTED));
        assertThat(probe.parse(List.of(new Outcome.OperationFailed("ENOENT", "there is no ip"))))
                .isEmpty();
    }
}
