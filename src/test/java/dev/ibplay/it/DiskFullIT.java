package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that cannot be written to: a clear error, interface and files as they were, nothing left behind. */
@NeedsDocker
class DiskFullIT {
    private static final String CONFIGURATION = "/etc/systemd/network";
    private static final String STATE = "/var/lib/ibplay";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);
    private final NetstackHost node1 = new NetstackHost(fabric, "node1");
    private final NetstackHost node2 = new NetstackHost(fabric, "node2");

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String playbook = "";

    @BeforeAll
    @AfterAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @BeforeEach
    void own() throws IOException {
        playbook = Files.writeString(folder.resolve("full.yml"), """
                - hosts: linux
                  become: true
                  confirm: 10s
                  state:
                    ipoib:
                      ib0: {mtu: 1000}
                """).toString();
        for (String node : new String[] {"node1", "node2"}) {
            fabric.stack(node, "networkd");
            // The next change would remove what the last one confirmed.
            fabric.require(node, "rm", "-rf", STATE + "/guards");
        }
    }

    /** A file system of its own for a folder, with what the folder holds. */
    private void mount(String node, String path) {
        fabric.require(node, "sh", "-c", """
                set -e
                mkdir -p "$0" /mnt/own
                mount -t tmpfs -o size=128k,mode=$(stat -c %a "$0") tmpfs /mnt/own
                cp -a "$0"/. /mnt/own
                mount --move /mnt/own "$0"
                """, path);
    }

    private void fill(String node, String path) {
        mount(node, path);
        fabric.require(node, "sh", "-c", "! dd if=/dev/zero of=\"$0/filler\" bs=4k 2>/dev/null", path);
    }

    private void makeReadOnly(String node, String path) {
        mount(node, path);
        fabric.require(node, "mount", "-o", "remount,ro", path);
    }

    @AfterEach
    void unmount() {
        fabric.require("node1", "umount", CONFIGURATION);
        fabric.require("node2", "umount", STATE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none"})
    void fullFileSystems(String helper) {
        fill("node1", CONFIGURATION);
        fill("node2", STATE);

        failsAndChangesNothing(helper, "No space left on device");

        fabric.require("node1", "rm", CONFIGURATION + "/filler");
        fabric.require("node2", "rm", STATE + "/filler");
        worksAfterwards(helper);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none"})
    void readOnlyFileSystems(String helper) {
        makeReadOnly("node1", CONFIGURATION);
        makeReadOnly("node2", STATE);

        failsAndChangesNothing(helper, "Read-only file system");

        fabric.require("node1", "mount", "-o", "remount,rw", CONFIGURATION);
        fabric.require("node2", "mount", "-o", "remount,rw", STATE);
        worksAfterwards(helper);
    }

    private void failsAndChangesNothing(String helper, String because) {
        Map<String, String> before1 = node1.files();
        Map<String, String> before2 = node2.files();
        String left1 = leftovers("node1");
        String left2 = leftovers("node2");

        CommandLineRun apply = run.expect(3, "apply", playbook, "--yes", "-e", "ibplay_helper=" + helper);

        assertThat(apply.stderr())
                .containsPattern(
                        "node1: error\\[IB6\\d\\d\\]: .*" + CONFIGURATION + "/\\.?20-ib0\\.network.*" + because)
                .containsPattern("node2: error\\[IB6\\d\\d\\]: .*" + STATE + ".*" + because);
        assertThat(apply.stdout()).contains("changed=0", "failed=2");
        assertThat(node1.files()).isEqualTo(before1);
        assertThat(node2.files()).isEqualTo(before2);
        assertThat(node1.mtu()).isEqualTo(NetstackHost.INITIAL_MTU);
        assertThat(node2.mtu()).isEqualTo(NetstackHost.INITIAL_MTU);
        assertThat(leftovers("node1")).isEqualTo(left1);
        assertThat(leftovers("node2")).isEqualTo(left2);
    }

    /** Beside the helper and what an undo may need, which have their places, nothing may stay. */
    private String leftovers(String node) {
        return fabric.require(
                node,
                "sh",
                "-c",
                "for i in $(seq 100); do pgrep -x ibplay-helper >/dev/null || break; sleep 0.1; done;"
                        + " find /var/lib/ibplay/guards /var/lib/ibplay/lock* /run/ibplay /tmp /var/tmp /etc/systemd/network"
                        + " -mindepth 1 2>/dev/null | sort; pgrep -x ibplay-helper; true");
    }

    private void worksAfterwards(String helper) {
        run.expect(0, "apply", playbook, "--yes", "-e", "ibplay_helper=" + helper);
        assertThat(node1.mtu()).isEqualTo(1000);
        assertThat(node2.mtu()).isEqualTo(1000);
        assertThat(run.expect(0, "check", playbook).stderr()).doesNotContain("IB605");
    }
}
