package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A change that cuts the way in is taken back by the host itself: running values and files, byte for byte. */
@NeedsDocker
class GuardIT {
    private static final String WANTED = "1000";

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);
    private final NetstackHost node1 = new NetstackHost(fabric, "node1");
    private final NetstackHost node2 = new NetstackHost(fabric, "node2");

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String playbook = "";
    private Map<String, String> before1 = Map.of();
    private Map<String, String> before2 = Map.of();

    @BeforeAll
    @AfterAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @BeforeEach
    void begin() throws IOException {
        playbook = Files.writeString(folder.resolve("guarded.yml"), """
                - hosts: linux
                  become: true
                  confirm: 10s
                  state:
                    ipoib:
                      ib0: {mtu: %s}
                """.formatted(WANTED))
                .toString();
        fabric.stack("node1", "networkd");
        fabric.stack("node2", "ifupdown");
        before1 = node1.files();
        before2 = node2.files();
    }

    private void isAsBefore() {
        assertThat(node1.files()).isEqualTo(before1);
        assertThat(node2.files()).isEqualTo(before2);
        assertThat(node1.mtu()).isEqualTo(NetstackHost.INITIAL_MTU);
        assertThat(node2.mtu()).isEqualTo(NetstackHost.INITIAL_MTU);
    }

    private void cutOff(String node, String kind) {
        fabric.require(node, "fabric-node", "cut", kind);
    }

    private void isReported(CommandLineRun apply) {
        assertThat(apply.exitCode()).as(apply.all()).isEqualTo(3);
        assertThat(apply.stderr()).contains("error[IB604]", "not confirmed in time; the old state is back");
    }

    /** The next run tells what it finds, and once it has changed the hosts, no later one does. */
    private void theNextRunsTellAndConverge() {
        CommandLineRun check = run.expect(2, "check", playbook);
        for (String node : new String[] {"node1", "node2"}) {
            assertThat(check.stderr())
                    .contains(node + ": warning[IB605]: the host has taken \"set ipoib ib0 mtu 1000\" of run ");
        }
        run.expect(0, "apply", playbook, "--yes");
        assertThat(run.expect(0, "check", playbook).stderr()).doesNotContain("IB605");
    }

    @ParameterizedTest
    @CsvSource({"down, large, auto", "all, large, none"})
    void aChangeThatLocksOutIsTakenBack(String kind1, String kind2, String helper) {
        cutOff("node1", kind1);
        cutOff("node2", kind2);

        CommandLineRun apply = run.ibplay("apply", playbook, "--yes", "-e", "ibplay_helper=" + helper);

        isReported(apply);
        assertThat(apply.stdout())
                .containsPattern("node1 +reverted")
                .containsPattern("node2 +reverted")
                .contains("changed=0", "reverted=2", "failed=0");
        isAsBefore();
        theNextRunsTellAndConverge();
    }

    /** logind kills what is left of a session that ends; the guard is not part of it, nor of sshd. */
    @Test
    void aGuardOutlivesItsSessionAndSshd() {
        for (String node : new String[] {"node1", "node2"}) {
            fabric.require(node, "fabric-node", "logins");
            cutOff(node, "new");
        }
        CompletableFuture<CommandLineRun> helper = apply("node1", "auto");
        CompletableFuture<CommandLineRun> shell = apply("node2", "none");
        endSessions("node1");
        endSessions("node2");

        isReported(helper.join());
        isReported(shell.join());
        isAsBefore();
        theNextRunsTellAndConverge();
    }

    private CompletableFuture<CommandLineRun> apply(String node, String helper) {
        return CompletableFuture.supplyAsync(
                () -> run.ibplay("apply", playbook, "--yes", "--limit", node, "-e", "ibplay_helper=" + helper));
    }

    /** Once the change is made: every process of every session, and sshd. */
    private void endSessions(String node) {
        String left = fabric.require(node, "sh", "-c", """
                for i in $(seq 300); do [ "$(cat /sys/class/net/ib0/mtu)" = %s ] && break; sleep 0.1; done
                scope=$(loginctl --no-legend list-sessions | awk 'NR == 1 { print "session-" $1 ".scope" }')
                systemctl is-active "$scope"
                loginctl terminate-user admin
                systemctl restart ssh.service
                while systemctl --quiet is-active "$scope"; do :; done
                """.formatted(WANTED));
        assertThat(left).isEqualTo("active\n");
    }
}
