package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EsxiProbeTest {
    private final EsxiHost host = SampleHost.host();
    private int batches;

    /** One of the modules that were asked about. */
    private DriverObserved driver(String module, String... asked) {
        return Optional.ofNullable(facts(asked).drivers().get(module)).orElseThrow();
    }

    private HostFacts facts(String... modules) {
        EsxiFound found = host.ask(new EsxiProbe(true, true, Set.of(modules)));
        for (batches = 1; !found.next().isEmpty(); batches++) {
            found = found.with(host.run(found.next()));
        }
        return found.facts("esx1");
    }

    private EsxiObserved esxi() {
        return facts().esxi().orElseThrow();
    }

    @Test
    void whatAHostWithOnePortTells() {
        HostFacts facts = facts("mlx4_core");
        assertThat(batches).isEqualTo(1);
        assertThat(facts.system())
                .isEqualTo(new HostSystem(
                        HostSystem.Kind.ESXI,
                        "VMware ESXi 5.5.0 build-1331820",
                        Fact.known(new SystemVersion(5, 5, 0))));
        EsxiObserved esxi = facts.esxi().orElseThrow();
        assertThat(esxi.switches())
                .isEqualTo(Fact.known(List.of(
                        new VirtualSwitchObserved(
                                "vSwitch0",
                                false,
                                Fact.known(1500),
                                List.of("vmnic0"),
                                List.of("VM Network", "Management Network")),
                        new VirtualSwitchObserved(
                                "vSwitch1", false, Fact.known(2044), List.of("vmnic_ib0"), List.of("IB-Storage")))));
        assertThat(esxi.vmkernel("vmk1"))
                .contains(new VmkernelObserved(
                        "vmk1",
                        Fact.known(4092),
                        Optional.of("vSwitch1"),
                        Optional.of("IB-Storage"),
                        true,
                        Fact.known(List.of(new InterfaceAddress("198.51.100.7", 26)))));
        assertThat(esxi.vmkernel("vmk0").orElseThrow().addresses())
                .isEqualTo(Fact.known(List.of(
                        new InterfaceAddress("192.0.2.10", 24), new InterfaceAddress("fe80::250:56ff:fe00:1", 64))));
        assertThat(esxi.uplinks().ifKnown().orElseThrow())
                .extracting(uplink -> uplink.name() + " " + uplink.up() + " " + uplink.infiniband())
                .containsExactly("vmnic0 true false", "vmnic_ib0 true true");
        assertThat(esxi.keepsScratch()).isEqualTo(Fact.known(true));
        assertThat(esxi.doubts()).isEmpty();
    }

    @Test
    void portsAreThoseOfIbstatAndCannotBeQueried() {
        AdapterPort port = facts().ports().getFirst();
        assertThat(port.port()).isEqualTo(new MadPort("mlx4_0", 1));
        assertThat(port.guid()).contains(new PortGuid(0x0002c90300000011L));
        assertThat(port.active()).isTrue();
        assertThat(port.infiniband()).isTrue();
        assertThat(port.queryable()).isFalse();
        assertThat(port.attributes().isSm()).isTrue();
        assertThat(facts().vantagePorts()).isEmpty();
    }

    @Test
    void anInterfaceOnAnInfinibandSwitchIsAnIpoibOne() {
        HostFacts facts = facts();
        // The smaller one of vmk1's 4092 and vSwitch1's 2044 is what gets through.
        assertThat(facts.interfaces())
                .containsExactly(new IpoibObserved(
                        "vmk1",
                        Fact.known(2044),
                        Fact.known(IpoibMode.DATAGRAM),
                        Fact.known(PKey.DEFAULT.asFullMember()),
                        true));
        IpoibLink link = facts.network().links().link("vmk1").orElseThrow();
        assertThat(link.port()).contains(new MadPort("mlx4_0", 1));
        assertThat(link.driver()).contains("ib_ipoib");
        assertThat(link.addresses()).isEqualTo(Fact.known(List.of(new InterfaceAddress("198.51.100.7", 26))));
        assertThat(link.ipv6()).isEqualTo(Fact.known(false));
        assertThat(link.hardwareAddress()).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void anMtuThatIsNotToldIsNotTakenForTheOtherOne() {
        host.says(
                SampleHost.CSV + "network vswitch standard list",
                SampleHost.SWITCHES_CSV.replace("128,2044,", "128,,"));
        assertThat(facts().interfaces().getFirst().mtu()).isEqualTo(Fact.unreadable("its MTU is not told"));
    }

    @Test
    void anUplinkThatIsDownHasNoCarrier() {
        host.says(
                SampleHost.CSV + "network nic list",
                SampleHost.NICS_CSV.replace("ib_ipoib,Full,Up", "ib_ipoib,Full,Down"));
        assertThat(facts().interfaces().getFirst().carrier()).isFalse();
    }

    @Test
    void twoActivePortsDoNotTellWhichOneAnUplinkIs() {
        host.says(
                "/opt/opensm/bin/ibstat",
                SampleHost.IBSTAT
                        + SampleHost.IBSTAT.replace("mlx4_0", "mlx4_1").replace("000011", "000021"));
        assertThat(facts().network().links().link("vmk1").orElseThrow().port()).isEmpty();
        host.says(
                "/opt/opensm/bin/ibstat",
                SampleHost.IBSTAT
                        + SampleHost.IBSTAT
                                .replace("mlx4_0", "mlx4_1")
                                .replace("State: Active", "State: Down")
                                .replace("000011", "000021"));
        assertThat(facts().network().links().link("vmk1").orElseThrow().port()).contains(new MadPort("mlx4_0", 1));
    }

    @Test
    void theWayInIsTheInterfaceWithTheServersAddress() {
        assertThat(facts().network().route())
                .isEqualTo(Fact.known(new ManagementRoute("192.0.2.200", "vmk0", List.of("vSwitch0", "vmnic0"))));
        host.script("SSH_CONNECTION", "::ffff:192.0.2.200 52144 ::ffff:198.51.100.7 22\n");
        assertThat(facts().wayInOver("vmk1")).isPresent();
        assertThat(facts().wayInOver("vSwitch1")).isPresent();
        host.script("SSH_CONNECTION", "fe80::9%vmk0 52144 FE80::250:56FF:FE00:1%vmk0 22\n");
        assertThat(facts().wayInOver("vmk0")).isPresent();
        host.script("SSH_CONNECTION", "\n");
        assertThat(facts().network().route()).isEqualTo(Fact.absent());
        host.script("SSH_CONNECTION", "192.0.2.200 52144 203.0.113.1 22\n");
        assertThat(facts().network().route())
                .isEqualTo(Fact.unreadable("no VMkernel interface is known to have the address 203.0.113.1"));
    }

    @Test
    void modulesHaveTheirConfiguredParameters() {
        DriverObserved core = driver("mlx4_core", "mlx4_core", "nosuch");
        assertThat(core.loaded()).isTrue();
        assertThat(core.parameters()).containsOnly(Map.entry("mtu_4k", "1"));
        assertThat(core.known()).isEqualTo(Fact.known(List.of("debug_level", "mtu_4k")));
        DriverObserved none = driver("nosuch", "nosuch");
        assertThat(none.loaded()).isFalse();
        assertThat(none.known()).isEqualTo(Fact.absent());
        assertThat(batches).isEqualTo(1);
    }

    @Test
    void aModuleWhoseParametersCannotBeReadIsNotAbsent() {
        host.ends(SampleHost.CSV + "system module parameters list -m ib_ipoib", 1, "Connection failed\n", "busy\n")
                .ends("esxcli system module parameters list -m ib_ipoib", 1, "Connection failed\n", "busy\n");
        assertThat(driver("ib_ipoib", "ib_ipoib").known()).isEqualTo(Fact.unreadable("Connection failed busy"));
        // In other words, of a module that the list does not have.
        host.ends(SampleHost.CSV + "system module parameters list -m other", 1, "Bad parameter\n", "")
                .ends("esxcli system module parameters list -m other", 1, "Bad parameter\n", "");
        assertThat(driver("other", "other").known()).isEqualTo(Fact.absent());
        host.ends(SampleHost.CSV + "system module list", 1, "Connection failed\n", "")
                .ends("esxcli system module list", 1, "Connection failed\n", "");
        assertThat(driver("mlx4_core", "mlx4_core").known())
                .isEqualTo(Fact.unreadable("whether the module is loaded cannot be told: Connection failed"));
    }

    @Test
    void onlyWhatFailedIsAskedAgainAsText() {
        host.ends(SampleHost.CSV + "network vswitch standard list", 1, "Error: Invalid formatter csv\n", "")
                .says("esxcli network vswitch standard list", SampleHost.SWITCHES_TEXT);
        EsxiObserved esxi = esxi();
        assertThat(batches).isEqualTo(2);
        assertThat(esxi.virtualSwitch("vSwitch1").orElseThrow().mtu()).isEqualTo(Fact.known(2044));
        assertThat(host.asked().stream()
                        .map(Operation::toString)
                        .filter(text -> text.contains("[esxcli, network") || text.contains("esxcfg")))
                .hasSize(2);
    }

    @Test
    void theOlderProgramsTellWhereEsxcliDoesNot() {
        for (String words : List.of(
                "network vswitch standard list",
                "network vswitch dvs vmware list",
                "network ip interface list",
                "network ip interface ipv4 get",
                "network ip interface ipv6 address list",
                "network nic list")) {
            host.ends(SampleHost.CSV + words, 1, "Connection failed\n", "")
                    .ends("esxcli " + words, 1, "Connection failed\n", "");
        }
        host.says("esxcfg-vswitch -l", """
                Switch Name      Num Ports   Used Ports  Configured Ports  MTU     Uplinks
                vSwitch1         1536        4           128               2044    vmnic_ib0

                  PortGroup Name        VLAN ID  Used Ports  Uplinks
                  IB-Storage            0        1           vmnic_ib0
                """).says("esxcfg-vmknic -l", """
                Interface  Port Group/DVPort   IP Family IP Address      Netmask         Broadcast       MAC Address       MTU     TSO MSS   Enabled Type
                vmk1       IB-Storage          IPv4      198.51.100.7    255.255.255.192 198.51.100.63   00:50:56:00:00:02 2044    65535     true    STATIC
                """).says("esxcfg-nics -l", """
                Name       PCI           Driver      Link Speed     Duplex MAC Address       MTU    Description
                vmnic_ib0  0000:05:00.0  ib_ipoib    Up   40000Mbps Full   00:02:c9:00:00:11 2044   Mellanox MT26428
                """);
        HostFacts facts = facts();
        assertThat(batches).isEqualTo(2);
        assertThat(facts.ipoib("vmk1").orElseThrow().mtu()).isEqualTo(Fact.known(2044));
        assertThat(facts.esxi().orElseThrow().vmkernel("vmk1").orElseThrow().virtualSwitch())
                .contains("vSwitch1");
        assertThat(facts.esxi().orElseThrow().doubts()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNotAbsent() {
        for (String words : List.of("network vswitch standard list", "network vswitch dvs vmware list")) {
            host.ends(SampleHost.CSV + words, 1, "Connection failed\n", "")
                    .ends("esxcli " + words, 1, "Connection failed\n", "");
        }
        assertThat(esxi().switches()).isEqualTo(Fact.unreadable("Connection failed"));
        assertThat(esxi().doubts())
                .containsExactly(
                        "distributed vSwitches cannot be told: Connection failed",
                        "which VMkernel interfaces are on InfiniBand cannot be told: Connection failed");
        host.says(SampleHost.CSV + "network ip interface list", "").says("esxcli network ip interface list", "");
        assertThat(esxi().vmkernels()).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void distributedSwitchesAreVcenters() {
        host.says(SampleHost.CSV + "network vswitch dvs vmware list", """
                CDPStatus,Class,DVPort,MTU,Name,Uplinks,VDSID,VMwareBranded,
                listen,etherswitch,"{Client:vmnic3, PortID:0},",1600,dvs0,"vmnic3,",50 11,true,
                """)
                .says(SampleHost.CSV + "network ip interface list", SampleHost.VMKERNELS_CSV + """
                true,00:50:56:00:00:03,1600,vmk2,vxlan,3,N/A,DvsPortset-0,65535,7,dvs0,7,50 11,
                """);
        EsxiObserved esxi = esxi();
        assertThat(esxi.virtualSwitch("dvs0").orElseThrow().distributed()).isTrue();
        VmkernelObserved vmk2 = esxi.vmkernel("vmk2").orElseThrow();
        assertThat(vmk2.virtualSwitch()).contains("dvs0");
        assertThat(vmk2.portGroup()).isEmpty();
        assertThat(vmk2.addresses())
                .isEqualTo(Fact.unreadable("esxcli does not tell those of the network stack vxlan"));
    }

    @Test
    void releasesWithoutIpoibHaveNoPorts() {
        host.says("vmware -v", "VMware ESXi 7.0.3 build-19193900\n");
        HostFacts facts = facts();
        assertThat(facts.ports()).isEmpty();
        assertThat(facts.interfaces()).isEmpty();
        assertThat(facts.esxi().orElseThrow().switches().ifKnown().orElseThrow())
                .hasSize(2);
        assertThat(facts.esxi().orElseThrow().doubts().getFirst()).contains("IPoIB ended with ESXi 6.7");
    }

    @Test
    void saysWhyThereAreNoPorts() {
        host.ends("/opt/opensm/bin/ibstat", 127, "", "not found\n");
        assertThat(esxi().doubts()).containsExactly("ports cannot be told: there is no /opt/opensm/bin/ibstat");
        host.ends("/opt/opensm/bin/ibstat", 1, "", "Operation not permitted\n");
        assertThat(esxi().doubts().getFirst()).startsWith("ports cannot be told: ibstat: ");
    }

    @Test
    void theReleaseByEsxcliWhereTheOtherProgramFails() {
        host.ends("vmware -v", 1, "", "no\n")
                .says(
                        "esxcli system version get",
                        "   Product: VMware ESXi\n   Version: 6.0.0\n   Build: Releasebuild-1\n");
        assertThat(facts().system().name()).isEqualTo("VMware ESXi 6.0.0 Releasebuild-1");
        assertThat(batches).isEqualTo(2);
        host.ends("esxcli system version get", 1, "Connection failed\n", "");
        assertThat(facts().system().version()).isEqualTo(Fact.unreadable("Connection failed"));
        assertThat(facts().ports()).hasSize(1);
    }

    @Test
    void ethernetAdaptersOfTheSameMakerAreNone() {
        host.says(SampleHost.CSV + "network nic list", """
                Description,Driver,Link,MACAddress,MTU,Name,
                Mellanox MT26448 [ConnectX EN 10GigE PCIe 2.0],mlx4_en,Up,00:02:c9:00:00:31,1500,vmnic0,
                Mellanox MT27500 InfiniBand capable,nmlx4_en,Up,00:02:c9:00:00:32,1500,vmnic2,
                Mellanox MT26428 [ConnectX VPI IB QDR],mlx4_core,Up,00:02:c9:00:00:33,1500,vmnic3,
                Mellanox,ib_ipoib,Up,00:02:c9:00:00:34,1500,vmnic4,
                Something,,Up,00:02:c9:00:00:35,1500,vmnic_ib1,
                """);
        assertThat(esxi().uplinks().ifKnown().orElseThrow())
                .filteredOn(uplink -> uplink.infiniband())
                .extracting(uplink -> uplink.name())
                .containsExactly("vmnic3", "vmnic4", "vmnic_ib1");
    }

    @Test
    void whatHangsIsNotAskedAgain() {
        host.hangs(SampleHost.CSV + "network vswitch standard list");
        assertThat(esxi().switches()).isEqualTo(Fact.unreadable("it did not end in time"));
        assertThat(batches).isEqualTo(1);
    }

    @Test
    void anErrorOfEsxclisOwnIsNoMissingModule() {
        String broken = "Traceback: in <module>, file not found\n";
        host.ends(SampleHost.CSV + "system module parameters list -m mlx4_core", 1, broken, "")
                .ends("esxcli system module parameters list -m mlx4_core", 1, broken, "");
        assertThat(driver("mlx4_core", "mlx4_core").known())
                .isEqualTo(Fact.unreadable("Traceback: in <module>, file not found"));
    }

    @Test
    void onlyWhatIsWantedIsAsked() {
        host.ask(new EsxiProbe(false, false, Set.of()));
        assertThat(host.asked().stream().filter(o -> o.toString().contains("esxcli")))
                .hasSize(4);
        assertThat(host.asked().toString()).doesNotContain("ps -c").doesNotContain("ipv4");
    }
}
