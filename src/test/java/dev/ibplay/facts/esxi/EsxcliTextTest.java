package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;

class EsxcliTextTest {
    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    @Test
    void blocksOfDistributedSwitchesKeepTheirOwnFields() {
        List<EsxcliRow> rows = EsxcliBlocks.parse(lines("""
                [root@esx9:~] esxcli network vswitch dvs vmware list
                Lab: DVS
                   Name: Lab: DVS
                   VDS ID: 50 11 22 33
                   MTU: 9000
                   Uplinks: vmnic2, vmnic3
                   VMware Branded: true
                   DVPort:
                         Client: vmnic2
                         MTU: 17

                         Client: vmk4
                         In Use: true

                Other
                   Name: Other
                   MTU: 1500
                   Uplinks:
                """), "Name");
        assertThat(rows).extracting(EsxcliRow::name).containsExactly("Lab: DVS", "Other");
        assertThat(rows.getFirst().text("MTU")).contains("9000");
        assertThat(rows.getFirst().list("Uplinks")).containsExactly("vmnic2", "vmnic3");
        assertThat(rows.getFirst().text("DVPort Client")).contains("vmnic2");
        assertThat(rows.get(1).list("Uplinks")).isEmpty();
    }

    @Test
    void aBlockWithoutATitle() {
        List<EsxcliRow> rows = EsxcliBlocks.parse(
                lines("   Product: VMware ESXi\n   Version: 6.5.0\n   Build: Releasebuild-1\n   Update: 0\n"),
                "Product");
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().text("Version")).contains("6.5.0");
    }

    @Test
    void theDashesSayWhereColumnsAre() {
        EsxcliTable table = EsxcliTable.in(lines("""
                Name       PCI Device    Driver    Admin Status  Link Status  Speed  Duplex  MAC Address         MTU  Description
                ---------  ------------  --------  ------------  -----------  -----  ------  -----------------  ----  -----------
                vmnic0     0000:02:00.0  igb       Up            Up            1000  Full    00:25:90:00:00:01  1500  Intel Corporation 82576
                vmnic_ib0  0000:05:00.0  ib_ipoib  Up            Down             0  Half    00:02:c9:00:00:01  2044  Mellanox MT26428 [ConnectX VPI]
                """)).orElseThrow();
        assertThat(table.rows()).hasSize(2);
        assertThat(table.rows().get(1).text("Link Status")).contains("Down");
        assertThat(table.rows().get(1).text("MTU")).contains("2044");
        assertThat(table.rows().get(1).text("Description")).contains("Mellanox MT26428 [ConnectX VPI]");
        assertThat(EsxcliTable.in(List.of("no table", "-----", "x"))).isEmpty();
    }

    @Test
    void adaptersOfAllReleases() {
        assertThat(EsxcliText.nics(lines("""
                Name    PCI Device     Driver  Link  Speed  Duplex  MAC Address         MTU  Description
                ------  -------------  ------  ----  -----  ------  -----------------  ----  -----------
                vmnic0  0000:002:00.0  igb     Up     1000  Full    00:25:90:00:00:01  1500  Intel
                """)))
                .extracting(row -> row.text("Link").orElse(""))
                .containsExactly("Up");
        assertThat(EsxcliText.nics(lines("vusb0 Pseudo cdce Up Up 100 Full 6e:92:cf:00:00:01 1500 A USB adapter\n")))
                .extracting(EsxcliRow::name, row -> row.text("Link Status").orElse(""))
                .containsExactly(tuple("vusb0", "Up"));
    }

    @Test
    void aParameterHasATypeAndADescriptionsFurtherLinesHaveNone() {
        List<EsxcliRow> rows = EsxcliText.parameters(lines("""
                Name             Type          Value    Description
                ---------------  ------------  -------  -------------------------------------
                debug_level      int                    Enable debug tracing if > 0
                log_num_mgm      int           10       log maximum number of groups
                                                        Default: 12
                  Values : int of range 0-128, 0 - disabled
                Default: 0
                max_vfs          array of int  0,4      how many
                mtu_4k           int           1        configure 4k mtu (mtu_4k > 0)
                port_type_array  string        2,1      types
                """));
        assertThat(rows)
                .extracting(EsxcliRow::name)
                .containsExactly("debug_level", "log_num_mgm", "max_vfs", "mtu_4k", "port_type_array");
        assertThat(rows).extracting(row -> row.text("Value").orElse("-")).containsExactly("-", "10", "0,4", "1", "2,1");
    }

    @Test
    void aParameterWhoseColumnsAreLost() {
        List<EsxcliRow> rows = EsxcliText.parameters(lines("""
                Name Type Value Description
                mtu_4k int 1 configure 4k mtu
                debug_level int Enable debug tracing
                port_type string eth the type
                """));
        assertThat(rows).extracting(row -> row.text("Value").orElse("-")).containsExactly("1", "-", "-");
        assertThat(rows).extracting(row -> row.keys().contains("value")).containsExactly(true, true, false);
    }

    @Test
    void modulesAndIpv6Addresses() {
        assertThat(EsxcliText.modules(lines("""
                Name        Is Loaded  Is Enabled
                ----------  ---------  ----------
                vmkernel         true        true
                mlx4_core        true       false
                """))).extracting(EsxcliRow::name).containsExactly("vmkernel", "mlx4_core");
        assertThat(EsxcliText.ipv6(lines("""
                Interface  Address                    Netmask  Type    Status
                ---------  -------------------------  -------  ------  ---------
                vmk0       fe80::250:56ff:fe00:1           64  STATIC  PREFERRED
                """)))
                .containsExactly(EsxcliRow.of(
                        "Interface",
                        "vmk0",
                        "Address",
                        "fe80::250:56ff:fe00:1",
                        "Netmask",
                        "64",
                        "Type",
                        "STATIC",
                        "Status",
                        "PREFERRED"));
    }
}
