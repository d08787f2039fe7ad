package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EsxcfgTextTest {
    private static final List<String> SWITCHES = """
            Switch Name      Num Ports   Used Ports  Configured Ports  MTU     Uplinks
            Lab 2            1536        4           128               2044    vmnic_ib0,vmnic_ib1

              PortGroup Name        VLAN ID  Used Ports  Uplinks
              IB Storage 7          0        1           vmnic_ib0,vmnic_ib1
              idle                  0        0

            Switch Name      Num Ports   Used Ports  Configured Ports  MTU     Uplinks
            Lab 3            1536        4           128               1500

              PortGroup Name        VLAN ID  Used Ports  Uplinks

            DVS Name         Num Ports   Used Ports  Configured Ports  MTU     Uplinks
            dvs0             256         3           256               9000    vmnic9

              DVPort ID           In Use      Client
              0                   1           vmnic9
              16                  1           vmk5
              17                  0
            """.lines().toList();

    @Test
    void switchesAreReadFromTheEndOfTheirLines() {
        assertThat(EsxcfgText.switches(SWITCHES, false))
                .containsExactly(
                        EsxcliRow.of(
                                "Name",
                                "Lab 2",
                                "MTU",
                                "2044",
                                "Uplinks",
                                "vmnic_ib0,vmnic_ib1",
                                "Portgroups",
                                "IB Storage 7,idle"),
                        EsxcliRow.of("Name", "Lab 3", "MTU", "1500", "Uplinks", ""));
        assertThat(EsxcfgText.switches(SWITCHES, true))
                .containsExactly(
                        EsxcliRow.of("Name", "dvs0", "MTU", "9000", "Uplinks", "vmnic9", "Clients", "vmnic9,vmk5"));
    }

    @Test
    void interfacesComeOnceAndTheirAddressesByFamily() {
        List<String> lines = """
                Interface  Port Group/DVPort   IP Family IP Address      Netmask         Broadcast       MAC Address       MTU     TSO MSS   Enabled Type
                vmk1       IPv4 net 2          IPv4      192.0.2.11      255.255.255.0   192.0.2.255     00:50:56:00:00:02 2044    65535     true    STATIC
                vmk1       IPv4 net 2          IPv6      fe80::1         64                              00:50:56:00:00:02 2044    65535     true    STATIC, PREFERRED
                vmk2       idle                IPv4      N/A                                             00:50:56:00:00:03 1500    65535     false   NONE
                """.lines().toList();
        assertThat(EsxcfgText.vmkernels(lines))
                .containsExactly(
                        EsxcliRow.of("Name", "vmk1", "Portgroup", "IPv4 net 2", "MTU", "2044", "Enabled", "true"),
                        EsxcliRow.of("Name", "vmk2", "Portgroup", "idle", "MTU", "1500", "Enabled", "false"));
        assertThat(EsxcfgText.addresses(lines, false))
                .containsExactly(
                        EsxcliRow.of("Name", "vmk1", "IPv4 Address", "192.0.2.11", "IPv4 Netmask", "255.255.255.0"));
        assertThat(EsxcfgText.addresses(lines, true))
                .containsExactly(EsxcliRow.of("Interface", "vmk1", "Address", "fe80::1", "Netmask", "64"));
    }
}
