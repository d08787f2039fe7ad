package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EsxiFactsTextTest {
    private static final EsxiObserved ESXI = new EsxiObserved(
            Fact.known(List.of(
                    new VirtualSwitchObserved(
                            "vSwitch1", false, Fact.known(2044), List.of("vmnic_ib0", "vmnic7"), List.of("IB-Storage")),
                    new VirtualSwitchObserved("dvs0", true, Fact.unreadable("no"), List.of(), List.of()))),
            Fact.known(List.of(
                    new VmkernelObserved(
                            "vmk1",
                            Fact.known(4092),
                            Optional.of("vSwitch1"),
                            Optional.of("IB-Storage"),
                            true,
                            Fact.known(List.of(new InterfaceAddress("198.51.100.7", 26)))),
                    new VmkernelObserved(
                            "vmk2",
                            Fact.known(1600),
                            Optional.of("dvs0"),
                            Optional.empty(),
                            false,
                            Fact.unreadable("x")))),
            Fact.known(List.of(new UplinkObserved("vmnic_ib0", "ib_ipoib", "MT26428", true, Fact.known(2044), true))),
            Fact.known("/tmp/scratch"),
            List.of("ports cannot be told: there is no /opt/opensm/bin/ibstat"));

    private static HostDescription host(EsxiObserved esxi, Fact<SystemVersion> version) {
        NetworkObserved none = NetworkObserved.NOT_ASKED;
        return new HostDescription(
                new HostFacts(
                        "esx1",
                        List.of(),
                        List.of(new IpoibObserved(
                                "vmk1",
                                Fact.known(2044),
                                Fact.known(IpoibMode.DATAGRAM),
                                Fact.known(PKey.DEFAULT.asFullMember()),
                                true)),
                        Fact.absent(),
                        new NetworkObserved(
                                none.links(),
                                none.owners(),
                                none.openibConf(),
                                Fact.known(new ManagementRoute("192.0.2.9", "vmk1", List.of("vSwitch1", "vmnic_ib0")))),
                        Map.of(),
                        List.of(),
                        new HostSystem(HostSystem.Kind.ESXI, "VMware ESXi 5.5.0 build-1331820", version),
                        Optional.of(esxi)),
                List.of());
    }

    @Test
    void showsSwitchesAndInterfaces() {
        assertThat(HostFactsText.of(List.of(host(ESXI, Fact.known(new SystemVersion(5, 5, 0))))))
                .isEqualTo("""
                        esx1
                          VMware ESXi 5.5.0 build-1331820
                          no InfiniBand adapter
                          VSWITCH   KIND         MTU   UPLINKS                        PORT GROUPS
                          vSwitch1  standard     2044  vmnic_ib0 (IPoIB, up), vmnic7  IB-Storage
                          dvs0      distributed  ?     -                              -
                          VMKERNEL  VSWITCH   PORT GROUP  MTU   IPOIB MTU  ENABLED  ADDRESSES
                          vmk1      vSwitch1  IB-Storage  4092  2044       yes      198.51.100.7/26
                          vmk2      dvs0      -           1600  -          no       ?
                          note: ports cannot be told: there is no /opt/opensm/bin/ibstat
                          note: the way in is vmk1 on vSwitch1, vmnic_ib0
                          note: /scratch is not persistent: it leads to /tmp/scratch
                          note: vmk1 has a larger MTU (4092) than its vSwitch (2044): only the smaller one gets through
                          no OpenSM
                        """);
    }

    @Test
    void showsWhatCannotBeRead() {
        EsxiObserved esxi = new EsxiObserved(
                Fact.unreadable("busy"), Fact.known(List.of()), Fact.unreadable("no list"), Fact.absent());
        assertThat(HostFactsText.of(List.of(host(esxi, Fact.unreadable("it is not said")))))
                .contains("build-1331820, version unreadable: it is not said\n")
                .contains("vSwitch: unreadable: busy\n")
                .contains("no VMkernel interface\n")
                .contains("network adapters: unreadable: no list\n");
    }

    @Test
    void writesTheSameForPrograms() {
        String json = HostFactsJson.of(
                List.of(new HostRecord("esx1", HostStatus.OK, List.of(), 1, 2)),
                List.of(host(ESXI, Fact.known(new SystemVersion(5, 5, 0)))),
                0);
        assertThat(json.replaceAll("\\s+", " "))
                .contains("\"system\" : { \"kind\" : \"esxi\", \"name\" : \"VMware ESXi 5.5.0 build-1331820\", "
                        + "\"version\" : \"5.5.0\" }")
                .contains("\"name\" : \"vmk1\", \"vswitch\" : \"vSwitch1\", \"port_group\" : \"IB-Storage\", "
                        + "\"mtu\" : 4092, \"enabled\" : true, \"addresses\" : [ \"198.51.100.7/26\" ]")
                .contains("\"mtu_unreadable\" : \"no\"")
                .contains("\"addresses_unreadable\" : \"x\"")
                .contains("\"scratch_persistent\" : false")
                .contains("\"infiniband\" : true")
                .contains("\"uplinks\" : [ \"vmnic_ib0\", \"vmnic7\" ]");
    }
}
