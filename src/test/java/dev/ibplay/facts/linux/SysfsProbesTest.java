package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
        assertThat(ports(
                        PORT + "state",
                        "4: ACTIVE\n",
                        PORT + "link_layer",
                        "InfiniBand\n",
                        PORT + "gids/0",
                        "fe80:0000:0000:0000:0011:7500:00a1:0011\n",
                        "/sys/class/infiniband_mad/umad3/ibdev",
                        "mlx5_0\n",
                        "/sys/class/infiniband_mad/umad3/port",
                        "1\n"))
                .containsExactly(new AdapterPort(
                        new MadPort("mlx5_0", 1), Optional.of(new PortGuid(0x0011_7500_00a1_0011L)), true, true, true));
    }

    @Test
    void aPortThatIsDownOrEthernetOrWithoutUmad() {
        assertThat(ports(PORT + "state", "1: DOWN\n", PORT + "link_layer", "Ethernet\n"))
                .containsExactly(new AdapterPort(new MadPort("mlx5_0", 1), Optional.empty(), false, false, false));
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
}
