package dev.ibplay.facts.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.facts.tools.Recorded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What hosts have really printed. Each entry is written NAME MTU [UPLINKS or switch]. */
class EsxiCorpusTest {
    private static List<EsxcliRow> blocks(List<String> lines) {
        return EsxcliBlocks.parse(lines, "Name");
    }

    private static final Map<String, String> SWITCHES = Map.of(
            "esxcli-vswitch/02-portgroup-name-with-comma-like-space.txt",
                    "vSwitch0 1500 [vmnic2] [WAN network, Management]",
            "esxcli-vswitch/03-storage-switch-mtu9000.txt",
                    "vSwitch0 1500 [vmnic0] [VM_VLAN1, VM Network, VM_VLAN3, Management Network]; "
                            + "storage 9000 [vmnic32] [nfs-for-vm, iscsi]",
            "esxcli-vswitch/04-single-eno1.txt", "vSwitch0 1500 [vmnic0] [VM Network, eno1]",
            "esxcli-vswitch/05-etherswitch-55.txt",
                    "vSwitch0 1500 [vmnic0] [VM Network, synology-iscsi, Management Network]",
            "esxcli-vswitch/07-four-uplinks-indented-8-cdp-both.txt",
                    "vSwitch0 1500 [vmnic3, vmnic2, vmnic1, vmnic0] [VM Network, Management Network]",
            "esxcli-vswitch/09-no-indent-two-spaces-at-line-end.txt",
                    "vSwitch0 1500 [vmnic0] [Management Network]; vSwitch1 1500 [vmnic1] [ISCSI_1]; "
                            + "vSwitch2 1500 [vmnic3] [VM_Net]",
            "esxcli-vswitch/11-commented-in-kickstart.txt", "vSwitch1 9000 [vmnic2, vmnic1] [vMotion]",
            "esxcli-vswitch/12-two-default-switches.txt",
                    "defvSwitch 1500 [vmnic2] [defNetwork, defvmnic2]; "
                            + "vSwitch0 1500 [vmnic0] [defmng, VM Network, Management Network]",
            "esxcli-vswitch/13-dvs-vmware-list-no-indent.txt", "DSwitch_078 1500 [vmnic4] []",
            "esxcli-vswitch/14-mtu-2044-and-2092-ipoib.txt",
                    "vSwitch0 1500 [vmnic0] [VM Network, Management Network]; "
                            + "vSwitchIB 2044 [vmnic_ib0] [IB-VMotion]; vSwitchIB1 4092 [vmnic_ib1] [IB-VSAN]");

    private static final Map<String, String> VMKERNELS = Map.of(
            "esxcli-vmk/01-esxi6-two-vmk.txt", "vmk0 1500 vSwitch0 Management Network; vmk2 1500 vSwitch1 VSAN",
            "esxcli-vmk/03-vxlan-dvs-no-opaque.txt", "vmk0 1500 vSwitch0 Management Network; vmk10 1600 nsxvswitch -",
            "esxcli-vmk/05-esxi55-one-space-and-prompt.txt", "vmk0 1500 vSwitch0 Management Network",
            "esxcli-vmk/06-vsan-doc-truncated.txt", "vmk0 - - -; vmk1 9000 vDS -",
            "esxcli-vmk/10-ipoib-vmk-2044.txt",
                    "vmk0 1500 vSwitch0 Management Network; vmk2 2044 vSwitchIB IB-VMotion");

    private static final Map<String, String> PARAMETERS = Map.of(
            "esxcli-modparams/01-table-one-set.txt", "lun_queue_depth_per_path ulong 254",
            "esxcli-modparams/02-multi-line-description-collapsed.txt", "max_vfs array of uint -",
            "esxcli-modparams/04-array-of-int-grep.txt", "LRO array of int 0; IntMode array of int 0");

    private static String text(EsxcliRow row, String... fields) {
        return Arrays.stream(fields).map(field -> row.text(field).orElse("-")).collect(Collectors.joining(" "));
    }

    private static String joined(List<EsxcliRow> rows, Function<EsxcliRow, String> shown) {
        return rows.stream().map(shown).collect(Collectors.joining("; "));
    }

    private static String virtualSwitch(EsxcliRow row) {
        return text(row, "Name", "MTU") + " " + row.list("Uplinks") + " " + row.list("Portgroups");
    }

    /** Every file of a kind has its right values here, so that a new one is not passed over. */
    private static Stream<DynamicTest> all(
            String kind, Map<String, String> expected, Function<List<String>, String> read, String... others) {
        return Recorded.ofKind(kind)
                .filter(recorded -> !List.of(others).contains(recorded.name()))
                .map(recorded -> DynamicTest.dynamicTest(
                        recorded.name(),
                        () -> assertThat(read.apply(recorded.text().lines().toList()))
                                .isEqualTo(expected.get(recorded.name()))));
    }

    @TestFactory
    Stream<DynamicTest> switches() {
        return all("esxcli-vswitch", SWITCHES, lines -> joined(blocks(lines), EsxiCorpusTest::virtualSwitch));
    }

    @TestFactory
    Stream<DynamicTest> vmkernels() {
        return all(
                "esxcli-vmk",
                VMKERNELS,
                lines -> joined(
                        blocks(lines),
                        row -> text(row, "Name", "MTU") + " "
                                + row.text("VDS Name")
                                        .or(() -> row.text("Portset"))
                                        .orElse("-") + " "
                                + row.text("Portgroup").orElse("-")),
                "esxcli-vmk/08-ipv4-get-table.txt",
                "esxcli-vmk/09-ipv4-get-collapsed-spaces.txt");
    }

    @TestFactory
    Stream<DynamicTest> parameters() {
        return all(
                "esxcli-modparams",
                PARAMETERS,
                lines -> joined(EsxcliText.parameters(lines), row -> text(row, "Name", "Type", "Value")),
                "esxcli-modparams/05-settings-advanced-list.txt");
    }

    private static List<String> lines(String file) {
        try {
            return Files.readString(SharedCorpus.require("corpus").resolve(file))
                    .lines()
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void addresses() {
        assertThat(joined(
                        EsxcliText.ipv4(lines("esxcli-vmk/08-ipv4-get-table.txt")),
                        row -> text(row, "Name", "IPv4 Address", "IPv4 Netmask")))
                .isEqualTo("vmk0 192.168.10.67 255.255.255.0; vmk1 172.25.3.67 255.255.252.0");
        assertThat(joined(
                        EsxcliText.ipv4(lines("esxcli-vmk/09-ipv4-get-collapsed-spaces.txt")),
                        row -> text(row, "Name", "IPv4 Address", "IPv4 Netmask")))
                .isEqualTo("vmk0 10.2.129.100 255.255.255.0");
    }

    @Test
    void adapters() {
        assertThat(joined(EsxcliText.nics(lines("esxcli-nic/03-list-collapsed-spaces.txt")), EsxiCorpusTest::adapter))
                .isEqualTo("vmnic0 ntg3 Up 1500 Broadcom Corporation NetXtreme BCM5720 Gigabit Ethernet; "
                        + "vmnic1 ntg3 Down 1500 Broadcom Corporation NetXtreme BCM5720 Gigabit Ethernet");
        assertThat(joined(EsxcliText.nics(lines("esxcli-nic/04-list-old-damaged-pci.txt")), EsxiCorpusTest::adapter))
                .isEqualTo("vmnic0 bnx2 Up 1500 Broadcom Corporation Broadcom NetXtreme II BCM5709 1000Base-T; "
                        + "vmnic1 bnx2 Up 1500 Broadcom Corporation Broadcom NetXtreme II BCM5709 1000Base-T");
        List<EsxcliRow> sixteen = EsxcliText.nics(lines("esxcfg/10-nics-1.txt"));
        assertThat(sixteen).hasSize(16);
        assertThat(adapter(sixteen.getFirst()))
                .isEqualTo("vmnic0 icen Up 1500 Intel(R) Ethernet Controller E810-C for SFP");
        assertThat(sixteen.stream().filter(row -> text(row, "Link Status").equals("Down")))
                .extracting(EsxcliRow::name)
                .containsExactly("vmnic14", "vmnic15", "vmnic5", "vmnic6", "vmnic7");
    }

    private static String adapter(EsxcliRow row) {
        return text(row, "Name", "Driver", "Link Status", "MTU", "Description");
    }

    @Test
    void singleBlocks() {
        EsxcliRow i40en = EsxcliBlocks.parse(lines("esxcli-nic/05-get-driver-info.txt"), "Advertised Auto Negotiation")
                .getFirst();
        assertThat(text(i40en, "Name", "Link Status", "Driver Info Driver", "Driver Info Version", "Transceiver"))
                .isEqualTo("vmnic0 Up i40en 2.5.0.28 -");
        EsxcliRow nmlx5 = EsxcliBlocks.parse(lines("esxcli-nic/06-get-nmlx5.txt"), "Advertised Auto Negotiation")
                .getFirst();
        assertThat(text(nmlx5, "Name", "Link Status", "Driver Info Driver", "Driver Info Firmware Version"))
                .isEqualTo("vmnic5 Up nmlx5_core 16.25.1020");
        EsxcliRow advanced = EsxcliBlocks.parse(lines("esxcli-modparams/05-settings-advanced-list.txt"), "Path")
                .getFirst();
        assertThat(text(advanced, "Path", "Int Value", "String Value")).isEqualTo("/Net/TcpipDefLROEnabled 0 -");
    }

    @Test
    void theOlderPrograms() {
        Map<String, String> standard = Map.of(
                "esxcfg/01-vswitch-1.txt", "vSwitch0 1500 [vmnic0] [ATmng, VM Network, Management Network]",
                "esxcfg/03-vswitch-3.txt", "",
                "esxcfg/04-vswitch-4.txt", "TESTvSwitch 9000 [vmnic4] [TestNetwork, PGvmnic4]",
                "esxcfg/05-vswitch-6.txt", "TESTvSwitch 9000 [vmnic4] [TestNetwork, PGvmnic4]",
                "esxcfg/12-vswitch-korean-notes-trailing-spaces.txt",
                        "vSwitch0 1500 [vmnic0] [MGMT, ISCSI, Management Network]");
        Map<String, String> distributed = Map.of(
                "esxcfg/01-vswitch-1.txt", "DSwitch_063LongName 9000 [vmnic3] [vmnic3, vmk1]",
                "esxcfg/03-vswitch-3.txt", "dvSwitch 1500 [vmnic9, vmnic8] [vmnic8, vmnic9]",
                "esxcfg/04-vswitch-4.txt", "TestSwitch 1500 [vmnic0, vmnic1] [vmnic5]",
                "esxcfg/05-vswitch-6.txt", "TestSwitch 1500 [] []",
                "esxcfg/12-vswitch-korean-notes-trailing-spaces.txt",
                        "vDS-C-Transport 1600 [vmnic1] [vmnic1, vmk2, AW1.eth0]; dvSwitch 1500 [vmnic2] [vmnic2]");
        standard.forEach((file, expected) -> assertThat(
                        joined(EsxcfgText.switches(lines(file), false), EsxiCorpusTest::virtualSwitch))
                .as(file)
                .isEqualTo(expected));
        distributed.forEach((file, expected) -> assertThat(joined(
                        EsxcfgText.switches(lines(file), true),
                        row -> text(row, "Name", "MTU") + " " + row.list("Uplinks") + " " + row.list("Clients")))
                .as(file)
                .isEqualTo(expected));
    }

    @Test
    void theOlderProgramForInterfaces() {
        List<String> first = lines("esxcfg/06-vmknic-1.txt");
        assertThat(joined(EsxcfgText.vmkernels(first), row -> text(row, "Name", "Portgroup", "MTU", "Enabled")))
                .isEqualTo("vmk0 Management Network 1500 true; vmk1 ATvmnic10 1500 true");
        assertThat(joined(EsxcfgText.addresses(first, false), row -> text(row, "Name", "IPv4 Address")))
                .isEqualTo("vmk0 172.31.0.82; vmk1 1.1.1.1");
        assertThat(joined(EsxcfgText.addresses(first, true), row -> text(row, "Interface", "Address", "Netmask")))
                .isEqualTo("vmk0 fe80::4adf:37ff:fe07:1f14 64; vmk1 fe80::250:56ff:fe66:5642 64");
        List<String> second = lines("esxcfg/08-vmknic-3.txt");
        assertThat(joined(EsxcfgText.vmkernels(second), row -> text(row, "Name", "MTU")))
                .isEqualTo("vmk0 1500; vmk1 1500; vmk10 1700; vmk11 1700; vmk12 1700; vmk50 1700");
        assertThat(EsxcfgText.addresses(second, true)).hasSize(9);
    }
}
