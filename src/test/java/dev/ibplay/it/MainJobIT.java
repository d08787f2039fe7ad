package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a real fabric: check shows the difference, apply makes it, the fabric itself agrees. */
@NeedsDocker
class MainJobIT {
    private static final String CHECK_SHOWS = """
            sm1
              opensm: priority file and fabric 5 -> 4   (playbooks/two-k.yml:7:17)
              partition 0x7fff: mtu file and fabric 1024 -> 2048   (playbooks/two-k.yml:9:59)
            sm2
              partition 0x7fff: mtu file 1024 -> 2048   (playbooks/two-k.yml:9:59)
            node1
              ipoib ib0: mtu running 1020 -> 2044   (playbooks/two-k.yml:18:34)
            node2
              ipoib ib0: mtu running 1020 -> 2044   (playbooks/two-k.yml:18:34)
            """;

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @BeforeEach
    void reset() {
        fabric.reset();
    }

    @Test
    void bringsTheFabricToItsState() {
        String conf1 = fabric.read("sm1", FabricRun.OPENSM_CONF);
        String conf2 = fabric.read("sm2", FabricRun.OPENSM_CONF);
        String partitions1 = fabric.read("sm1", FabricRun.PARTITIONS_CONF);
        String partitions2 = fabric.read("sm2", FabricRun.PARTITIONS_CONF);
        String before = run.holdings();

        assertThat(run.expect(2, "check", FabricRun.PLAYBOOK).stdout()).startsWith(CHECK_SHOWS);
        assertThat(run.holdings()).as("check writes nothing").isEqualTo(before);

        CommandLineRun apply = run.expect(0, "apply", FabricRun.PLAYBOOK, "--yes", "-v");
        assertThat(apply.stdout())
                .contains("The desired state holds.")
                .contains(
                        "ok=0 changed=4 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=0 failed=0")
                .containsPattern("sm2 +changed +\\(connections: 1, ")
                .containsPattern("node2 +changed +\\(connections: 2, ");
        assertThat(apply.stderr())
                .containsSubsequence(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "sm1: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then restart opensm: changed",
                        "node1: set ipoib ib0 mtu 2044, or back after 120 s without confirmation: changed",
                        "node2: set ipoib ib0 mtu 2044, or back after 120 s without confirmation ...",
                        "node2: set ipoib ib0 mtu 2044, or back after 120 s without confirmation: changed");

        assertThat(fabric.require("node1", "sminfo"))
                .containsPattern("guid 0x2c90300000011, .* priority 4 state 3 SMINFO_MASTER");
        assertThat(fabric.require("sm2", "sminfo", "-D", "0"))
                .containsPattern("guid 0x2c90300000021, .* priority 1 state 2 SMINFO_STANDBY");
        assertThat(fabric.require("node1", "saquery", "-g"))
                .containsPattern("MGID\\.+ff12:401b:ffff::ffff:ffff\\s+Mlid\\.+0xC000\\s+Mtu\\.+0x84")
                .containsPattern("MGID\\.+ff12:401b:8005::ffff:ffff\\s+Mlid\\.+0xC001\\s+Mtu\\.+0x84");
        assertThat(run.mtu("node1")).isEqualTo("2044");
        assertThat(run.mtu("node2")).isEqualTo("2044");

        assertThat(fabric.read("sm1", FabricRun.OPENSM_CONF))
                .isEqualTo(conf1.replace("sm_priority 5", "sm_priority 4"));
        assertThat(fabric.read("sm2", FabricRun.OPENSM_CONF)).isEqualTo(conf2);
        assertThat(fabric.read("sm1", FabricRun.PARTITIONS_CONF)).isEqualTo(withTwoK(partitions1));
        assertThat(fabric.read("sm2", FabricRun.PARTITIONS_CONF)).isEqualTo(withTwoK(partitions2));
        assertThat(fabric.require("sm1", "ls", "-A", "/etc/opensm"))
                .as("no temporary file stays")
                .isEqualTo("opensm.conf\npartitions.conf\n");

        String after = run.holdings();
        assertThat(run.expect(0, "check", FabricRun.PLAYBOOK).stdout()).startsWith("The desired state holds.\n");
        assertThat(run.expect(0, "verify", FabricRun.PLAYBOOK).stdout()).startsWith("The desired state holds.\n");
        assertThat(run.expect(0, "apply", FabricRun.PLAYBOOK, "--yes").stdout())
                .contains(
                        "ok=4 changed=0 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=0 failed=0");
        assertThat(run.holdings()).as("nothing was left to do").isEqualTo(after);
    }

    private static String withTwoK(String partitions) {
        assertThat(partitions).contains("Default=0x7fff, ipoib, mtu=3,");
        return partitions.replace("Default=0x7fff, ipoib, mtu=3,", "Default=0x7fff, ipoib, mtu=4,");
    }

    @Test
    void refusesAnMtuThatPortsCannotDo(@TempDir Path folder) throws IOException {
        Path playbook = Files.writeString(
                folder.resolve("four-k.yml"),
                Files.readString(Path.of(FabricRun.PLAYBOOK))
                        .replace("2048", "4096")
                        .replace("2044", "4092"));
        String before = run.holdings();

        for (String command : new String[] {"check", "apply"}) {
            CommandLineRun refused = command.equals("apply")
                    ? run.expect(5, command, playbook.toString(), "--yes")
                    : run.expect(5, command, playbook.toString());
            assertThat(refused.stderr())
                    .contains("sm1: error[IB501]: partition 0x7fff cannot have MTU 4096: "
                            + "\"H1\" port 1 (0x0002c90300000011) can do 2048; "
                            + "\"H2\" port 1 (0x0002c90300000021) can do 2048; "
                            + "\"H3\" port 1 (0x0002c90300000031) can do 2048; "
                            + "\"H4\" port 1 (0x0002c90300000041) can do 2048"
                            + " (asked for by " + playbook + ":9:59)")
                    .contains("the most that all of them can do is 2048");
            assertThat(run.holdings()).as(command).isEqualTo(before);
        }
    }

    @Test
    void tellsProgramsTheSame() {
        CommandLineRun json = run.expect(2, "check", FabricRun.PLAYBOOK, "--format", "json", "--diff");

        // JSON is YAML: the project's own reader takes it, and refuses doubled keys.
        var problems = new dev.ibplay.diag.Problems();
        var document = YamlReader.read(new SourceText("stdout", json.stdout()), problems);
        assertThat(problems.hasErrors()).isFalse();
        assertThat(document).isPresent();
        assertThat(json.stdout().replaceAll("\\s+", " "))
                .startsWith("{ \"command\" : \"check\", \"exit_code\" : 2,")
                .contains(
                        "\"host\" : \"sm1\", \"resource\" : \"opensm\", \"attribute\" : \"priority\", \"level\" : \"file\", "
                                + "\"observed\" : \"5\", \"desired\" : \"4\", \"asked_by\" : \"playbooks/two-k.yml:7:17\"")
                .contains("\"host\" : \"node2\", \"resource\" : \"ipoib ib0\", \"attribute\" : \"mtu\", "
                        + "\"level\" : \"running\", \"observed\" : \"1020\", \"desired\" : \"2044\"")
                .contains("\"path\" : \"/etc/opensm/partitions.conf\"");
    }

    @Test
    void limitChangesOneHostAndStillReadsSubnetManagers() {
        fabric.require("sm1", "sed", "-i", "s/mtu=3/mtu=4/", FabricRun.PARTITIONS_CONF);
        fabric.require("sm1", "systemctl", "restart", "opensm");
        run.awaitGroupMtu("0x84");
        String sm1 = run.holdings("sm1");
        String sm2 = run.holdings("sm2");
        String node2 = run.holdings("node2");

        CommandLineRun apply = run.expect(0, "apply", FabricRun.PLAYBOOK, "--yes", "--limit", "node1", "-v");

        assertThat(apply.stderr()).contains("read, but not changed by this run: sm1, sm2\n");
        assertThat(run.mtu("node1")).isEqualTo("2044");
        assertThat(run.holdings("sm1")).isEqualTo(sm1);
        assertThat(run.holdings("sm2")).isEqualTo(sm2);
        assertThat(run.holdings("node2")).isEqualTo(node2);
        assertThat(apply.stdout())
                .containsPattern("sm1 +ok +\\(connections: 1, ")
                .containsPattern("node1 +changed +\\(connections: 2, ")
                .doesNotContainPattern("node2 +(ok|changed)");
    }

    @Test
    void limitRefusesWhatTheFabricCannotCarryYet() {
        CommandLineRun check = run.expect(5, "check", FabricRun.PLAYBOOK, "--limit", "node1");

        assertThat(check.stderr()).contains("node1: error[IB501]: ib0 cannot have MTU 2044", "carries 1024");
    }
}
