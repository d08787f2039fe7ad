package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.layout.LeafSpine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What esxcli and the older tools print, in each release's way. */
class EsxcliAnswersTest {
    private static final Pattern KEY = Pattern.compile("(?m)^ *([A-Z][A-Za-z ]+):(?= |$)");

    private static EsxiLab lab(EsxiRelease release) throws Exception {
        return new EsxiLab(EsxiLab.host(release, Optional.empty(), EsxiHost.Traits.USUAL), 4);
    }

    @Test
    void eachFormatterHasTheVersion() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V6_7)) {
            assertThat(lab.told("esxcli system version get")).isEqualTo("""
                       Product: VMware ESXi
                       Version: 6.7.0
                       Build: Releasebuild-8169922
                       Update: 0
                       Patch: 0
                    """);
            assertThat(lab.told("esxcli --formatter=csv system version get"))
                    .isEqualTo("Build,Patch,Product,Update,Version,\nReleasebuild-8169922,0,VMware ESXi,0,6.7.0,\n");
            assertThat(lab.told("esxcli --formatter json system version get"))
                    .isEqualTo("{\"Product\": \"VMware ESXi\", \"Version\": \"6.7.0\", "
                            + "\"Build\": \"Releasebuild-8169922\", \"Update\": \"0\", \"Patch\": \"0\"}\n");
            assertThat(lab.told("esxcli --formatter=keyvalue system version get"))
                    .contains("VersionGet.Version.string=6.7.0\n");
            assertThat(lab.told("esxcli --formatter=xml system version get"))
                    .contains("<field name=\"Version\"><string>6.7.0</string></field>");
        }
    }

    @Test
    void olderReleasesTellLess() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V5_5)) {
            assertThat(lab.told("esxcli system version get"))
                    .doesNotContain("Patch")
                    .contains("Version: 5.5.0");
            assertThat(lab.run("esxcli --formatter=json system version get").status())
                    .isEqualTo(1);
            assertThat(lab.told("esxcli network ip interface list")).doesNotContain("Opaque");
            assertThat(lab.told("esxcli --formatter=csv network ip interface ipv4 get"))
                    .isEqualTo("""
                            AddressType,DHCPDNS,IPv4Address,IPv4Broadcast,IPv4Netmask,Name,
                            STATIC,false,192.0.2.10,192.0.2.255,255.255.255.0,vmk0,
                            STATIC,false,10.9.0.2,10.9.0.255,255.255.255.0,vmk1,
                            """);
            assertThat(lab.told("esxcli network nic list"))
                    .contains(" Link  Speed ")
                    .contains("0000:005:00.0");
            assertThat(lab.told("esxcfg-vmknic -l"))
                    .contains("Port Group/DVPort ")
                    .doesNotContain("NetStack");
        }
    }

    @Test
    void listsAreQuotedInCsvAndJoinedInText() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V6_7)) {
            assertThat(lab.told("esxcli --formatter=csv network vswitch standard list")
                            .lines())
                    .containsExactly(
                            "BeaconEnabled,BeaconInterval,BeaconRequiredBy,BeaconThreshold,CDPStatus,Class,"
                                    + "ConfiguredPorts,MTU,Name,NumPorts,Portgroups,Uplinks,UsedPorts,",
                            "false,1,,3,listen,cswitch,128,1500,vSwitch0,1536,\"VM Network,Management Network,\","
                                    + "\"vmnic0,\",4,",
                            "false,1,,3,listen,cswitch,128,2044,vSwitch1,1536,\"IB Store,IB-vMotion,\",\"vmnic_ib0,\",4,");
            assertThat(lab.told("esxcli network vswitch standard list"))
                    .contains("   Uplinks: vmnic_ib0\n   Portgroups: IB Store, IB-vMotion\n");
            assertThat(lab.told("esxcli network vswitch dvs vmware list"))
                    .contains("   VMware Branded: true\n   DVPort: \n");
            assertThat(lab.told("esxcli --formatter=csv network nic list"))
                    .contains("\nUp,Mellanox Technologies MT26428,ib_ipoib,Full,Up,00:02:c9:")
                    .startsWith(
                            "AdminStatus,Description,Driver,Duplex,LinkStatus,MACAddress,MTU,Name,PCIDevice,Speed,");
        }
    }

    @Test
    void tablesAreCutByTheirDashes() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V6_7)) {
            assertThat(lab.told("esxcli network ip interface ipv4 get -i vmk1")).isEqualTo("""
                    Name  IPv4 Address  IPv4 Netmask   IPv4 Broadcast  Address Type  Gateway  DHCP DNS
                    ----  ------------  -------------  --------------  ------------  -------  --------
                    vmk1  10.9.0.2      255.255.255.0  10.9.0.255      STATIC        0.0.0.0     false
                    """);
            assertThat(lab.told("esxcli system settings kernel list -o execInstalledOnly"))
                    .containsPattern("execInstalledOnly +Bool +FALSE +FALSE ");
            assertThat(lab.told("esxcli software vib list")).containsPattern("net-ib-ipoib +1\\.8\\.2");
            assertThat(lab.told("esxcli hardware pci list")).contains("0000:05:00.0\n   Address: 0000:05:00.0\n");
        }
    }

    @Test
    void whatGoesWrongIsSaidOnStandardOutput() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V6_7)) {
            for (String line : List.of(
                    "esxcli network nonsense list",
                    "esxcli network vswitch standard set -m 1500",
                    "esxcli network vswitch standard set -v vSwitch1 --colour red",
                    "esxcli network vswitch standard set -v vSwitch1 -m many",
                    "esxcli --formatter=yaml system version get",
                    "esxcli system module parameters list -m none",
                    "esxcli software vib get -n none")) {
                EsxiLab.Said said = lab.run(line);
                assertThat(said.status()).as(line).isEqualTo(1);
                assertThat(said.stdout()).as(line).isNotBlank();
                assertThat(said.stderr()).as(line).isEmpty();
            }
            assertThat(lab.run("esxcli software vib get -n none").stdout()).contains("[NoMatchError]");
        }
    }

    @Test
    void moduleParametersAreReplacedUnlessAppended() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V6_7)) {
            String set = "esxcli system module parameters set -m mlx4_core ";
            String list = "esxcli --formatter=csv system module parameters list -m mlx4_core";
            lab.told(set + "-p 'msi_x=1 mtu_4k=1'");
            assertThat(lab.told(list)).contains(",msi_x,int,1,").contains(",mtu_4k,int,1,");
            lab.told(set + "-p mtu_4k=0");
            assertThat(lab.told(list)).contains(",msi_x,int,,").contains(",mtu_4k,int,0,");
            lab.told(set + "-a -p debug_level=2");
            assertThat(lab.told(list)).contains(",debug_level,int,2,").contains(",mtu_4k,int,0,");
            assertThat(lab.run(set + "-p mtu_9k=1").status()).isEqualTo(1);
        }
    }

    @Test
    void aHostWithoutIpoibHasEthernetOnly() throws Exception {
        try (EsxiLab lab = lab(EsxiRelease.V8_0_2)) {
            assertThat(lab.told("esxcli network nic list"))
                    .contains("nmlx5_core")
                    .doesNotContain("ib");
            assertThat(lab.told("esxcli system module list")).doesNotContain("mlx4");
            assertThat(lab.simulated()
                            .view(new PortRef(LeafSpine.adapter(0, 1), 1))
                            .state())
                    .isEqualTo(PortState.DOWN);
            assertThat(lab.told("esxcli system settings kernel list -o execInstalledOnly"))
                    .containsPattern("execInstalledOnly +Bool +FALSE +TRUE ");
            assertThat(lab.told("esxcli network ip interface list")).contains("RXDispQueue Size: 1");
            assertThat(lab.told("esxcli software vib list")).contains("Platforms");
        }
    }

    private static List<String> keys(String text) {
        return KEY.matcher(text)
                .results()
                .map((MatchResult m) -> m.group(1))
                .distinct()
                .toList();
    }

    private static String corpus(String file) throws Exception {
        return Files.readString(SharedCorpus.require("corpus/" + file), StandardCharsets.UTF_8);
    }

    @Test
    void keysComeAsInOutputsFromTheField() throws Exception {
        try (EsxiLab old = lab(EsxiRelease.V5_5);
                EsxiLab later = lab(EsxiRelease.V6_7)) {
            assertThat(keys(old.told("esxcli network vswitch standard list")))
                    .isEqualTo(keys(corpus("esxcli-vswitch/05-etherswitch-55.txt")));
            assertThat(keys(later.told("esxcli network vswitch standard list")))
                    .isEqualTo(keys(corpus("esxcli-vswitch/03-storage-switch-mtu9000.txt")));
            assertThat(keys(old.told("esxcli network ip interface list")))
                    .isEqualTo(keys(corpus("esxcli-vmk/05-esxi55-one-space-and-prompt.txt")));
            assertThat(keys(later.told("esxcli network ip interface list")))
                    .isEqualTo(keys(corpus("esxcli-vmk/01-esxi6-two-vmk.txt")));
            assertThat(head(later.told("esxcli network ip interface ipv4 get")))
                    .isEqualTo(head(corpus("esxcli-vmk/08-ipv4-get-table.txt").replaceFirst("esxcli.*\n", "")));
            assertThat(head(later.told("esxcli system module parameters list -m igb")))
                    .isEqualTo(head(corpus("esxcli-modparams/01-table-one-set.txt")));
        }
    }

    private static List<String> head(String table) {
        return Arrays.asList(table.split("\n", 2)[0].strip().split(" {2,}", -1));
    }
}
