package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.facts.tools.Recorded;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowsFoundTest {
    private static final String IB = "イーサネット 3";

    private static HostFacts facts(ModelWindows host) {
        WindowsProbe probe = new WindowsProbe(true);
        WindowsFound found = probe.parse(host.run(Batch.of(probe.operations()), Duration.ZERO));
        for (int more = 0; more < 2 && !found.next().isEmpty(); more++) {
            found = found.with(host.run(Batch.of(found.next()), Duration.ZERO));
        }
        assertThat(found.next()).isEmpty();
        return found.facts("win1");
    }

    private static WindowsObserved windows(ModelWindows host) {
        return facts(host).windows().orElseThrow();
    }

    @Test
    void theSystem() {
        HostFacts facts = facts(ModelWindows.server());
        assertThat(facts.system())
                .isEqualTo(new HostSystem(
                        HostSystem.Kind.WINDOWS,
                        "Windows Server 2012 R2 Standard",
                        Fact.known(new SystemVersion(6, 3, 9600))));
        assertThat(facts.windows().orElseThrow().codePage()).isEqualTo(Fact.known(932));
        assertThat(facts.windows().orElseThrow().elevated()).isEqualTo(Fact.known(true));
        assertThat(facts.esxi()).isEmpty();
    }

    @Test
    void theMtusOfTheFirstReport() {
        HostFacts facts = facts(ModelWindows.server());
        assertThat(facts.ports()).hasSize(2);
        AdapterPort port = facts.ports().getFirst();
        assertThat(port.port()).isEqualTo(new MadPort("ibv_device0", 1));
        assertThat(port.active()).isTrue();
        assertThat(port.infiniband()).isTrue();
        assertThat(port.queryable()).isFalse();
        assertThat(port.adapter().firmware()).contains("2.9.8350");
        assertThat(port.adapter().nodeGuid())
                .contains(NodeGuid.parse("0x0002c9030009656c").orElseThrow());
        assertThat(port.attributes().lid().orElseThrow().value()).isEqualTo(11);
        assertThat(port.attributes().linkLayer().kind()).isEqualTo(LinkLayer.Kind.INFINIBAND);
        assertThat(facts.windows().orElseThrow().portMtus())
                .containsEntry(
                        new MadPort("ibv_device0", 1),
                        new PortMtu(Optional.of(Mtu.MTU_4096), Optional.of(Mtu.MTU_4096), "ibv_devinfo"))
                // It prints 4096 of a port that is down, which means nothing.
                .containsEntry(
                        new MadPort("ibv_device0", 2),
                        new PortMtu(Optional.of(Mtu.MTU_4096), Optional.empty(), "ibv_devinfo"));
    }

    @Test
    void anIpoibConnectionIsAnIpoibInterface() {
        HostFacts facts = facts(ModelWindows.server());
        assertThat(facts.interfaces())
                .containsExactly(new IpoibObserved(
                        IB,
                        Fact.known(4092),
                        Fact.known(IpoibMode.DATAGRAM),
                        Fact.known(PKey.DEFAULT.asFullMember()),
                        true));
        var link = facts.network().links().link(IB).orElseThrow();
        assertThat(link.port()).contains(new MadPort("ibv_device0", 1));
        assertThat(link.operstate()).isEqualTo("up");
        assertThat(link.addresses())
                .isEqualTo(Fact.known(
                        List.of(new InterfaceAddress("198.51.100.30", 16), new InterfaceAddress("fe80::1", 64))));
        assertThat(link.ipv6()).isEqualTo(Fact.known(true));
        WindowsAdapterObserved adapter =
                facts.windows().orElseThrow().adapter(IB).orElseThrow();
        assertThat(adapter.keptMtu()).isEqualTo(Fact.known(2044));
        assertThat(adapter.driver())
                .contains(new WindowsAdapterObserved.DriverMtu("0011", "*JumboPacket", Fact.known(4092)));
    }

    @Test
    void theWayInIsTheConnectionWithItsAddress() {
        assertThat(facts(ModelWindows.server()).network().route())
                .isEqualTo(Fact.known(new ManagementRoute("192.0.2.7", "イーサネット", List.of())));
    }

    @Test
    void opensmIsAServiceWithItsFiles() {
        OpensmObserved opensm = facts(ModelWindows.server()).opensm().ifKnown().orElseThrow();
        assertThat(opensm.launcher().kind()).isEqualTo(OpensmLauncher.Kind.WINDOWS_SERVICE);
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(true));
        OpensmInstance instance = opensm.instances().getFirst();
        assertThat(opensm.instances()).hasSize(1);
        assertThat(instance.unit()).contains("OpenSM");
        assertThat(instance.launched()).isTrue();
        assertThat(instance.port()).contains(new PortGuid(0x2c903000916f9L));
        assertThat(instance.process().orElseThrow().startPriority()).contains("10");
        assertThat(instance.process().orElseThrow().startSeconds()).isEqualTo(1_718_000_000L);
        assertThat(instance.conf().path()).isEqualTo("C:\\Program Files\\OFED\\OpenSM\\opensm.conf");
        assertThat(instance.filePriority()).isEqualTo(Fact.known(3));
        assertThat(instance.partitions().path()).isEqualTo("C:\\Program Files\\OFED\\OpenSM\\parts new.conf");
        assertThat(instance.partitions().content().map(bytes -> bytes.latin1().contains("mtu=5")))
                .isEqualTo(Fact.known(true));
        assertThat(opensm.doubts()).singleElement().asString().contains("gives a priority on its command line");
        WindowsServiceObserved service = windows(ModelWindows.server())
                .services()
                .ifKnown()
                .orElseThrow()
                .getFirst();
        assertThat(service.state()).isEqualTo(Fact.known(WindowsServiceObserved.State.RUNNING));
        assertThat(service.start()).isEqualTo(Fact.known(WindowsServiceObserved.Start.AUTOMATIC));
    }

    @Test
    void wherePartitionsAreNamedByTheConfTheyAreReadThere() {
        ModelWindows host = minimal()
                .tells("system version=6.1.7601 programs=C%3A%5CProgram%20Files", "part name=system")
                .tells(
                        "service name=OpenSM image=%s start=4 state=1"
                                .formatted(ModelWindows.escaped(
                                        "C:\\Program Files\\Mellanox\\opensm.exe -F D:\\sm\\o.conf")),
                        "part name=services",
                        "part name=processes",
                        "end")
                .file("D:\\sm\\o.conf", "partition_config_file D:\\sm\\p.conf\n");
        OpensmObserved opensm = facts(host).opensm().ifKnown().orElseThrow();
        OpensmInstance instance = opensm.instances().getFirst();
        assertThat(instance.partitions().path()).isEqualTo("D:\\sm\\p.conf");
        assertThat(instance.partitions().content()).isEqualTo(Fact.absent());
        assertThat(instance.process()).isEmpty();
        assertThat(opensm.launcher().enabled()).isEqualTo(Fact.known(false));
        assertThat(opensm.doubts())
                .hasSize(2)
                .anyMatch(d -> d.contains("without --service"))
                .anyMatch(d -> d.contains("disabled"));
    }

    @Test
    void whereNothingNamesFilesOfWinofTheyCannotBeTold() {
        ModelWindows host = minimal()
                .tells("system programs=C%3A%5CProgram%20Files", "part name=system", "part name=services")
                .tells("process id=77 image=C%3A%5Ct%5Copensm.exe start=1", "part name=processes", "end");
        OpensmObserved opensm = facts(host).opensm().ifKnown().orElseThrow();
        assertThat(opensm.launcher().kind()).isEqualTo(OpensmLauncher.Kind.BY_HAND);
        assertThat(opensm.instances().getFirst().launched()).isFalse();
        assertThat(opensm.instances().getFirst().filePriority()).isInstanceOf(Fact.Unreadable.class);
        assertThat(opensm.instances().getFirst().partitions().content()).isInstanceOf(Fact.Unreadable.class);
        assertThat(opensm.doubts()).singleElement().asString().contains("process 77");
    }

    @Test
    void noServiceIsAbsentAndAnUnreadableRegistryIsNot() {
        assertThat(facts(minimal().tells("part name=services", "part name=processes", "end"))
                        .opensm())
                .isEqualTo(Fact.absent());
        assertThat(facts(minimal().tells("part name=services error=denied", "part name=processes", "end"))
                        .opensm())
                .isEqualTo(Fact.unreadable("denied"));
        assertThat(facts(minimal().tells("part name=services", "end")).opensm())
                .isEqualTo(Fact.unreadable("PowerShell did not tell it"));
    }

    private static ModelWindows minimal() {
        return new ModelWindows()
                .tells(
                        "adapter index=15 name=IB0 description=OpenFabrics%20IPoIB%20Adapter status=7 key=0004 payload=2044")
                .tells("part name=adapters", "part name=addresses", "part name=tools");
    }

    @Test
    void onPowerShell2NetshTellsMtus() {
        ModelWindows host = minimal()
                .tells("codepage oem=850", "part name=codepage")
                .tells("part name=mtus error=Get-NetIPInterface", "part name=keptmtus error=Get-NetIPInterface", "end")
                .says(
                        "netsh interface ipv4 show interfaces",
                        "Idx  Met  MTU  Status  Name\r\n 15   10   4092  Verbunden     IB0\r\n",
                        StandardCharsets.US_ASCII)
                .says(
                        "netsh interface ipv4 show subinterfaces store=persistent",
                        "  2044   1   0   0  IB0\r\n",
                        StandardCharsets.US_ASCII);
        WindowsAdapterObserved adapter = windows(host).adapter("IB0").orElseThrow();
        assertThat(adapter.mtu()).isEqualTo(Fact.known(4092));
        assertThat(adapter.keptMtu()).isEqualTo(Fact.known(2044));
        assertThat(adapter.up()).isFalse();
        assertThat(adapter.driver())
                .contains(new WindowsAdapterObserved.DriverMtu("0004", "PayloadMtu", Fact.known(2044)));
    }

    @Test
    void aNameInTheHostsCodePageFindsItsRow() {
        ModelWindows host = new ModelWindows()
                .tells("adapter index=3 name=%s description=IPoIB".formatted(ModelWindows.escaped("以太网 2")))
                .tells(
                        "part name=adapters",
                        "codepage oem=936",
                        "part name=codepage",
                        "part name=mtus error=none",
                        "end")
                .says(
                        "netsh interface ipv4 show subinterfaces",
                        "  MTU  MediaSenseState   传入字节  传出字节      接口\r\n  2044   1   0   0  以太网 2\r\n",
                        Charset.forName("GBK"));
        assertThat(windows(host).adapter("以太网 2").orElseThrow().mtu()).isEqualTo(Fact.known(2044));
    }

    @Test
    void anMtuThatNobodyTellsIsUnreadableAndOneWithoutLimitIsAbsent() {
        WindowsAdapterObserved untold = windows(minimal().tells("part name=mtus error=denied", "end"))
                .adapter("IB0")
                .orElseThrow();
        assertThat(untold.mtu()).isEqualTo(Fact.unreadable("denied"));
        WindowsAdapterObserved unlimited = windows(
                        minimal().tells("mtu index=15 bytes=4294967295", "part name=mtus", "part name=keptmtus", "end"))
                .adapter("IB0")
                .orElseThrow();
        assertThat(unlimited.mtu()).isEqualTo(Fact.absent());
        assertThat(unlimited.keptMtu()).isEqualTo(Fact.absent());
    }

    @Test
    void theMediumToldByNdisIsEnough() {
        ModelWindows host = new ModelWindows()
                .tells(
                        "adapter index=9 name=a description=ConnectX%20Adapter",
                        "adapter index=8 name=b description=Other")
                .tells("adapter index=7 name=c description=ConnectX%20%232", "part name=adapters")
                .tells("medium index=9 physical=11", "part name=medium")
                .tells("medium description=ConnectX%20%232 physical=11", "part name=oldmedium", "end");
        assertThat(windows(host).ipoib())
                .extracting(WindowsAdapterObserved::name)
                .containsExactly("a", "c");
    }

    @Test
    void aPKeyOfTheDriverIsTheInterfaces() {
        ModelWindows host = new ModelWindows()
                .tells("adapter index=9 name=a description=IPoIB key=0001 pkey=0x8005")
                .tells("adapter index=8 name=b description=IPoIB key=0002 pkey=0", "part name=adapters", "end");
        assertThat(facts(host).interfaces())
                .extracting(IpoibObserved::partition)
                .containsExactly(new PKey(0x8005), PKey.DEFAULT.asFullMember());
    }

    @Test
    void ibstatGivesGuidsWhereIbvDevinfoDoesNot() {
        String ibstat = """
                CA 'ibv_device0'
                	CA type:
                	Number of ports: 2
                	Firmware version: 2.9.8350
                	Hardware version: 0x0
                	Node GUID: 0x0002c9030009656c
                	System image GUID: 0x0002c9030009656f
                	Port 1:
                		State: Active
                		Physical state: LinkUp
                		Rate: 40
                		Base lid: 11
                		LMC: 0
                		SM lid: 1
                		Capability mask: 0x90580000
                		Port GUID: 0x0002c9030009656d
                """;
        ModelWindows host = ModelWindows.server();
        host.tool("ibstat", ibstat);
        AdapterPort port = facts(host).ports().getFirst();
        assertThat(port.guid()).contains(new PortGuid(0x0002c9030009656dL));
        assertThat(port.attributes().rate()).contains("40");
        assertThat(port.attributes().state()).contains(PortState.ACTIVE);
        assertThat(facts(host).ports()).hasSize(2);
    }

    @Test
    void roceIsNotManaged() {
        ModelWindows host = ModelWindows.server();
        host.tool(
                "ibv_devinfo",
                ModelWindows.seed("02-ibv_devinfo-server2012r2.txt").replace("transport: IB", "transport: RoCE"));
        assertThat(facts(host).ports()).noneMatch(AdapterPort::infiniband);
        assertThat(facts(host).network().links().link(IB).orElseThrow().port()).isEmpty();
    }

    @Test
    void aHostWithoutToolsHasNoPortsAndSaysWhy() {
        HostFacts facts = facts(minimal().tells("end"));
        assertThat(facts.ports()).isEmpty();
        assertThat(facts.windows().orElseThrow().doubts())
                .singleElement()
                .asString()
                .contains("neither ibv_devinfo nor vstat");
        assertThat(facts.interfaces()).hasSize(1);
    }

    @Test
    void aHostWherePowerShellFailsTellsNothingAndSaysSo() {
        HostFacts facts = facts(new ModelWindows());
        assertThat(facts.opensm()).isInstanceOf(Fact.Unreadable.class);
        assertThat(facts.windows().orElseThrow().adapters()).isInstanceOf(Fact.Unreadable.class);
        assertThat(facts.windows().orElseThrow().doubts()).hasSize(2).allMatch(d -> d.contains("cannot be told"));
        assertThat(facts.network().route()).isInstanceOf(Fact.Unreadable.class);
    }

    /** What the OpenFabrics driver's installation file allows. */
    @Test
    void noMtuIsLargerThanTheDriversLimit() {
        Recorded keywords = Recorded.ofKind("winof-tools")
                .filter(recorded -> recorded.name().contains("inx-mtu-keywords"))
                .findFirst()
                .orElseThrow();
        assertThat(keywords.text().lines().filter(line -> line.matches(".*\\\\PayloadMtu,\\s+Max,.*")))
                .singleElement()
                .asString()
                .contains("\"" + WindowsObserved.LARGEST_MTU + "\"");
    }

    @Test
    void vstatAloneTellsPortsWithTheirMtu() {
        Recorded vstat = Recorded.ofKind("winof-tools")
                .filter(recorded -> recorded.name().contains("vstat"))
                .findFirst()
                .orElseThrow();
        HostFacts facts = facts(new ModelWindows().tool("vstat", vstat.text()).tells("part name=tools", "end"));
        assertThat(facts.ports()).hasSize(1);
        assertThat(facts.ports().getFirst().attributes().lid().orElseThrow().value())
                .isEqualTo(32);
        assertThat(facts.windows().orElseThrow().portMtus().values())
                .containsExactly(new PortMtu(Optional.of(Mtu.MTU_2048), Optional.empty(), "vstat"));
        assertThat(facts.windows().orElseThrow().doubts()).anyMatch(doubt -> doubt.contains("1 of 2 ports"));
    }

    @Test
    void withoutOpensmNoFileIsRead() {
        ModelWindows host = ModelWindows.server();
        WindowsProbe probe = new WindowsProbe(false);
        WindowsFound found = probe.parse(host.run(Batch.of(probe.operations()), Duration.ZERO));
        assertThat(found.next()).noneMatch(Operation.ReadFile.class::isInstance).hasSize(2);
        assertThat(found.facts("win1").opensm()).isEqualTo(Fact.absent());
    }
}
