package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.SharedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labs of somebody's own inventory, and of fabrics that were seen. */
class LabOfFilesTest {
    private static final String INVENTORY = """
            all:
              vars:
                ansible_user: alice
                ansible_become: true
                ansible_password: hunter2
                site: {rack: "07", mtu: 0x1000, list: [yes, "yes", 1.50, null, "a # b", "{{ rack }}"]}
                rack: "{{ site.rack }}"
                quote: "it's \\"so\\"\\n\\tüber \\\\ %d"
              children:
                heads:
                  hosts:
                    n0001: {ansible_host: 192.0.2.1, sm_priority: 4, ibplay_sa_key: "0x17"}
                    n0002: {ansible_port: 2222, sm_priority: 1, ibplay_fabrics: {mlx5_0/1: compute}}
                subnet_managers: {children: {heads: }}
                linux:
                  hosts:
                    n0003.example.com: {ibplay_helper: none, ibplay_port_guids: {mlx5_0/1: "0x1"}}
                    n0002:
                windows: {hosts: {win1: {ansible_connection: winrm, ansible_password: hunter2}}}
                esxi:
                  hosts:
                    esx1: {ibplay_platform: esxi, ibplay_port_guids: ["0x99"]}
                    esx2: {ibplay_platform: esxi, lab_esxi_release: "6.7", ansible_become: false}
                    esx3: {ibplay_platform: esxi, lab_esxi_release: "4.1"}
                switches:
                  vars: {ibplay_platform: mlnxos}
                  hosts:
                    sw1: {lab_mlnxos_release: "3.10"}
                    sw2: {lab_mlnxos_release: "3.6", ibplay_ssh_legacy_crypto: true}
                    sw3: {lab_mlnxos_release: "2.0"}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"), words);
    }

    private CommandLineRun up(String... words) {
        List<String> all = new ArrayList<>(List.of(
                "lab", "up", "--pace", "20", "--dir", folder.resolve("lab").toString()));
        all.addAll(List.of(words));
        return run(all.toArray(String[]::new));
    }

    private void down() {
        run("lab", "down", "--dir", folder.resolve("lab").toString());
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /** What the inventory says of hosts, and what groups there are, without how to reach them. */
    private JsonNode list(String inventory) throws IOException {
        CommandLineRun list = run("inventory", "--list", "-i", inventory);
        assertThat(list.exitCode()).as(list.all()).isZero();
        return JsonMapper.builder().build().readTree(list.stdout());
    }

    @Test
    void ofAnInventory() throws Exception {
        String own = file("own.yml", INVENTORY);
        CommandLineRun up = up("--inventory", own);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            assertThat(up.stderr())
                    .contains("win1: not simulated: win1 is to be reached by \"winrm\"")
                    .contains("esx3: not simulated: the lab has no ESXi 4.1; lab_esxi_release is 5.5, 6.7 or 8.0")
                    .contains("sw3: not simulated: the lab has no MLNX-OS 2.0; lab_mlnxos_release is 3.6 or 3.10")
                    .contains("lab: 7 hosts");
            String made = up.stdout().strip();
            assertThat(made).endsWith("inventory.yml");
            assertThat(Files.readString(Path.of(made))).doesNotContain("hunter2", "alice", "2222", "0x17");
            JsonNode was = list(own);
            JsonNode is = list(made);
            for (String group : List.of("heads", "subnet_managers", "linux", "windows", "esxi", "switches")) {
                assertThat(is.get(group)).as(group).isEqualTo(was.get(group));
            }
            for (String host : List.of("n0001", "n0002", "n0003.example.com", "win1")) {
                for (String variable : List.of("site", "rack", "quote", "sm_priority", "ibplay_fabrics")) {
                    assertThat(is.at("/_meta/hostvars").get(host).get(variable))
                            .as("%s of %s", variable, host)
                            .isEqualTo(was.at("/_meta/hostvars").get(host).get(variable));
                }
            }
            CommandLineRun fabric = run("fabric", "-i", made, "n*");
            assertThat(fabric.exitCode()).as(fabric.all()).isZero();
            assertThat(fabric.stdout()).contains("5 adapters").containsPattern("MASTER +3 +\\d+ +n0001");
            CommandLineRun switches = run("facts", "-i", made, "switches,!sw3");
            assertThat(switches.exitCode()).as(switches.all()).isZero();
            assertThat(switches.stdout()).contains("Onyx 3.10.4300", "MLNX-OS 3.6.4006");
            CommandLineRun facts = run("facts", "-i", made, "windows,esxi,!esx3");
            assertThat(facts.exitCode()).as(facts.all()).isEqualTo(6);
            assertThat(facts.stdout())
                    .contains("VMware ESXi 5.5.0 build-1331820", "VMware ESXi 6.7.0 build-8169922", "vSwitch1")
                    .as("the lab's own GUIDs")
                    .contains("0x0002c90300000041")
                    .doesNotContain("0x0000000000000099");
        } finally {
            down();
        }
        assertThat(folder.resolve("lab")).doesNotExist();
    }

    @Test
    void ofAFabric() throws Exception {
        String seen =
                SharedCorpus.require("corpus/ibnetdiscover/10-local-small.txt").toString();
        CommandLineRun up = up("--fabric", seen);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            String made = up.stdout().strip();
            assertThat(up.stderr()).contains("lab: 3 hosts");
            CommandLineRun fabric = run("fabric", "-i", made, "--format", "ibnetdiscover");
            assertThat(fabric.stdout()).contains("\"H-0000000000100005\"[1](100006)", "4xSDR");
            CommandLineRun check = run("check", "-i", made, "playbooks/site.yml");
            assertThat(check.exitCode()).as(check.all()).isEqualTo(2);
            assertThat(check.stdout()).contains("Hca3\n  ipoib ib0: mtu running and file 2044 -> 4092");
        } finally {
            down();
        }
    }

    @Test
    void ofBoth() throws Exception {
        String seen =
                SharedCorpus.require("corpus/ibnetdiscover/04-p-form-1.txt").toString();
        String own = file("own.ini", "[subnet_managers]\nn0002\n[linux]\nn0002\nn0001 x='{\"a\": [1, \"b c\"]}'\n");
        CommandLineRun up = up("--fabric", seen, "-i", own);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            String made = up.stdout().strip();
            assertThat(list(made).at("/_meta/hostvars/n0001/x"))
                    .isEqualTo(list(own).at("/_meta/hostvars/n0001/x"));
            CommandLineRun fabric = run("fabric", "-i", made);
            assertThat(fabric.stdout())
                    .containsPattern("MASTER +3 +\\d+ +n0002")
                    .doesNotContain("STANDBY")
                    .contains("n0001 mlx5_0/1  \"n0001 HCA-1\" port 1 (0x7cfe9006006e4bde)");
        } finally {
            down();
        }
    }

    /** An adapter of ESXi does not tell its host's name, the inventory tells its GUID. */
    @Test
    void ofBothWithEsxi() throws Exception {
        String seen =
                SharedCorpus.require("corpus/ibnetdiscover/04-p-form-1.txt").toString();
        String own = file("own.ini", """
                [subnet_managers]
                n0002
                [esxi]
                hv7 ibplay_port_guids=0x7cfe9006006e4bde
                hv8
                [esxi:vars]
                ibplay_platform=esxi
                """);
        CommandLineRun up = up("--fabric", seen, "-i", own);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            assertThat(up.stderr())
                    .contains("lab: 2 hosts")
                    .contains(
                            "hv8: not simulated: no adapter tells that it is an ESXi host's; ibplay_port_guids would");
            CommandLineRun facts = run("facts", "-i", up.stdout().strip(), "hv7");
            assertThat(facts.exitCode()).as(facts.all()).isZero();
            assertThat(facts.stdout()).contains("VMware ESXi 5.5.0", "0x7cfe9006006e4bde");
        } finally {
            down();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--hosts 3 --fabric FABRIC|--hosts makes no sense with --fabric or --inventory",
                "--hosts 3 -i OWN|--hosts makes no sense with --fabric or --inventory",
                "--mixed -i OWN|--mixed makes no sense with --fabric or --inventory",
                "--fabric none.txt|none.txt:1:1: error[IB002]: cannot read the file",
                "--fabric BROKEN|BROKEN:2:1: error[IB402]: ",
                "--fabric EMPTY|EMPTY:1:1: error[IB402]: there is no cable in it",
                "-i nosuch.ini|nosuch.ini:1:1: error[IB200]: there is no inventory",
                "-i WINDOWS|WINDOWS:1:1: error[IB200]: a lab has 1 to 5080 hosts beside its switches, and the inventory 0",
                "--fabric FABRIC -i OWN|OWN:1:1: error[IB208]: no adapter of the fabric tells these hosts' names: x, y"
            })
    void whatCannotBe(String words, String said) throws IOException {
        Map<String, String> files = Map.of(
                "FABRIC",
                file(
                        "fabric.txt",
                        "Switch 2 \"S-0000000000000001\"\n[1] \"H-0000000000000002\"[1] # \"a HCA-1\" lid 1 4xEDR\n"),
                "OWN",
                file("own.ini", "x\na\ny\n"),
                "BROKEN",
                file("broken.txt", "Switch 2 \"S-0000000000000001\"\nnonsense\n"),
                "EMPTY",
                file("empty.txt", "\n"),
                "WINDOWS",
                file("windows.ini", "w ibplay_platform=windows lab_windows_release=95\n"));
        String[] given = Stream.of(words.split(" "))
                .map(word -> files.getOrDefault(word, word))
                .toArray(String[]::new);
        CommandLineRun up = up(given);
        assertThat(up.exitCode()).as(up.all()).isEqualTo(1);
        String expected = said;
        for (Map.Entry<String, String> each : files.entrySet()) {
            expected = expected.startsWith(each.getKey() + ":")
                    ? each.getValue() + expected.substring(each.getKey().length())
                    : expected;
        }
        assertThat(up.stderr()).contains(expected);
        assertThat(folder.resolve("lab")).doesNotExist();
    }
}
