package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The main job without the helper: every host has its shell and its diagnostic tools only. */
@NeedsDocker
class ToolQueriesIT {
    private static final String PLAYBOOK = "playbooks/two-k.yml";

    private final ContainerFabric fabric = ContainerFabric.shared();

    @BeforeEach
    void reset() {
        fabric.reset();
        // Nothing can fall back on it unseen.
        ContainerFabric.NODES.forEach(node -> fabric.require(node, "rm", "-f", "/usr/local/lib/ibplay/ibplay-helper"));
    }

    private CommandLineRun expect(int exitCode, String command, String... words) {
        List<String> line = new ArrayList<>(
                List.of(command, "-i", fabric.inventory().toString(), "-e", "ibplay_helper=none", PLAYBOOK));
        line.addAll(Arrays.asList(words));
        CommandLineRun run = CommandLineRun.of(line.toArray(String[]::new));
        assertThat(run.exitCode())
                .as(() -> String.join(" ", line) + "\n" + run.stdout() + run.stderr())
                .isEqualTo(exitCode);
        return run;
    }

    @Test
    void bringsTheFabricToItsState() {
        assertThat(expect(2, "check").stdout()).startsWith("""
                        sm1
                          opensm: priority file and fabric 5 -> 4   (playbooks/two-k.yml:7:17)
                          partition 0x7fff: mtu file and fabric 1024 -> 2048   (playbooks/two-k.yml:9:59)
                        """);

        assertThat(expect(0, "apply", "--yes").stdout())
                .contains(
                        "ok=0 changed=4 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=0 failed=0");

        assertThat(fabric.require("node1", "sminfo"))
                .containsPattern("guid 0x2c90300000011, .* priority 4 state 3 SMINFO_MASTER");
        assertThat(fabric.require("node1", "saquery", "-g"))
                .containsPattern("MGID\\.+ff12:401b:ffff::ffff:ffff\\s+Mlid\\.+0xC000\\s+Mtu\\.+0x84");
        assertThat(fabric.read("node2", "/sys/class/net/ib0/mtu").strip()).isEqualTo("2044");
        assertThat(expect(0, "verify").stdout()).startsWith("The desired state holds.\n");
    }
}
