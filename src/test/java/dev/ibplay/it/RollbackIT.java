package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job on a real fabric, and back: files byte for byte, priority, groups, interfaces. */
@NeedsDocker
class RollbackIT {
    private static final String CHECK_SHOWS = """
            sm1
              opensm: priority file and fabric 4 -> 5   (RUN:3:1)
              partition 0x7fff: mtu file and fabric 2048 -> 1024   (RUN:3:1)
            sm2
              partition 0x7fff: mtu file 2048 -> 1024   (RUN:1:1)
            node1
              ipoib ib0: mtu running 2044 -> 1020   (RUN:6:1)
            node2
              ipoib ib0: mtu running 2044 -> 1020   (RUN:7:1)
            """;

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path state = Path.of("set by JUnit");

    @BeforeEach
    void reset() {
        fabric.reset();
    }

    private CommandLineRun expect(int exitCode, String... words) {
        CommandLineRun done = CommandLineRun.of(Map.of("XDG_STATE_HOME", state.toString()), words);
        assertThat(done.exitCode())
                .as(() -> String.join(" ", words) + "\n" + done.stdout() + done.stderr())
                .isEqualTo(exitCode);
        return done;
    }

    /** Files with owner and mode, running values, and what port queries say. */
    private String everything() {
        List<String> all = new ArrayList<>();
        for (String host : List.of("sm1", "sm2")) {
            all.add(fabric.require(
                    host, "sh", "-c", "cd /etc/opensm && stat -c '%n %a %U %G' * && sha256sum * && sminfo -D 0"));
        }
        for (String host : List.of("node1", "node2")) {
            all.add(fabric.require(host, "sh", "-c", "cat /sys/class/net/ib0/mtu /sys/class/net/ib0/mode"));
        }
        all.add(fabric.require("node1", "saquery", "-g")
                .lines()
                .filter(line -> line.matches(".*(MGID|Mtu|pkey|Rate).*"))
                .collect(Collectors.joining("\n")));
        // The activity count rises by itself.
        return String.join("\n", all).replaceAll("activity count \\d+", "");
    }

    @Test
    void thereAndBack() {
        String before = everything();
        String inventory = fabric.inventory().toString();
        expect(0, "apply", "-i", inventory, FabricRun.PLAYBOOK, "--yes");
        String after = everything();
        assertThat(after).isNotEqualTo(before);
        String list = expect(0, "runs").stdout();
        String name = list.lines().toList().get(1).substring(0, 20);
        String holdings = run.holdings();

        CommandLineRun check = expect(2, "rollback", "last", "--check", "--diff");
        assertThat(check.stdout())
                .startsWith(CHECK_SHOWS.replace("RUN", "run " + name))
                .contains("-sm_priority 4\n+sm_priority 5\n");
        assertThat(run.holdings()).as("check writes nothing").isEqualTo(holdings);

        CommandLineRun rollback = expect(0, "rollback", name, "--yes");
        assertThat(rollback.stdout()).contains("The desired state holds.").contains("changed=4");
        assertThat(rollback.stderr())
                .containsSubsequence(
                        "which undoes run " + name,
                        "node1: set ipoib ib0 mtu 1020",
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm: changed",
                        "sm1: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then restart opensm: changed");
        assertThat(everything()).isEqualTo(before);

        CommandLineRun again = expect(0, "rollback", name, "--yes");
        assertThat(again.stdout()).startsWith("The desired state holds.\n").contains("ok=4 changed=0");

        // Back to the new state by undoing the undo: the list has it below the one that found nothing to do.
        String undo = expect(0, "runs").stdout().lines().toList().get(2).substring(0, 20);
        expect(0, "rollback", undo, "--yes");
        assertThat(everything()).isEqualTo(after);
    }

    @Test
    void hostsThatMovedOnAreRefused() {
        String inventory = fabric.inventory().toString();
        expect(0, "apply", "-i", inventory, FabricRun.PLAYBOOK, "--yes");
        fabric.require("sm1", "sh", "-c", "echo '# mine' >> " + FabricRun.OPENSM_CONF);
        fabric.require("node2", "ip", "link", "set", "ib0", "mtu", "1800");
        String holdings = run.holdings();

        assertThat(expect(5, "rollback", "last", "--yes").stderr())
                .contains("sm1: error[IB540]: /etc/opensm/opensm.conf was changed since run ")
                .contains("node2: error[IB540]: mtu of ib0 is 1800 now")
                .contains("--limit 'all:!node2'");
        assertThat(run.holdings()).isEqualTo(holdings);

        // The refused run is the last one now.
        String first = expect(0, "runs").stdout().lines().toList().getLast().substring(0, 20);
        expect(0, "rollback", first, "--yes", "--limit", "node1");
        assertThat(run.mtu("node1")).isEqualTo("1020");
        assertThat(run.mtu("node2")).isEqualTo("1800");
    }
}
