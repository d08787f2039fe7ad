package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller is killed with SIGKILL: each host is in the old or in the new state, and the next run says so and goes on. */
@NeedsDocker
class KilledControllerIT {
    private static final int WANTED = 1000;
    private static final int TRIES = 40;

    private final ContainerFabric fabric = ContainerFabric.shared();
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
        playbook = Files.writeString(folder.resolve("killed.yml"), """
                - hosts: linux
                  become: true
                  confirm: 10s
                  state:
                    ipoib:
                      ib0: {mtu: %d}
                """.formatted(WANTED))
                .toString();
        own();
    }

    private void own() {
        fabric.stack("node1", "networkd");
        fabric.stack("node2", "networkmanager");
        before1 = node1.files();
        before2 = node2.files();
    }

    private Controller controller(String name) throws IOException {
        return new Controller(Files.createDirectory(folder.resolve(name)), fabric.inventory());
    }

    private CommandLineRun ibplay(Controller controller, String command, String... words) {
        String[] line = new String[4 + words.length];
        line[0] = command;
        line[1] = "-i";
        line[2] = fabric.inventory().toString();
        line[3] = playbook;
        System.arraycopy(words, 0, line, 4, words.length);
        return controller.ibplay(line);
    }

    /** Looks again until no guard waits any more. */
    private CommandLineRun settled(Controller controller) {
        CommandLineRun check = ibplay(controller, "check");
        for (int i = 0; i < TRIES && check.exitCode() == 5; i++) {
            assertThat(check.stderr()).contains("waits for its confirmation");
            check = ibplay(controller, "check");
        }
        assertThat(check.exitCode()).as(check.all()).isIn(0, 2);
        return check;
    }

    private void converges(Controller controller) {
        CommandLineRun apply = ibplay(controller, "apply", "--yes");
        assertThat(apply.exitCode()).as(apply.all()).isZero();
        isNew(node1, before1);
        isNew(node2, before2);
        CommandLineRun check = ibplay(controller, "check");
        assertThat(check.exitCode()).as(check.all()).isZero();
        assertThat(check.stderr()).doesNotContain("IB605");
    }

    private static Map<String, String> withNewMtu(Map<String, String> before) {
        Map<String, String> after = new TreeMap<>(before);
        after.replaceAll((name, text) -> text.replace("1020", Integer.toString(WANTED)));
        return after;
    }

    private static void isNew(NetstackHost host, Map<String, String> before) {
        assertThat(host.files()).as(host.node()).isEqualTo(withNewMtu(before));
        assertThat(host.mtu()).as(host.node()).isEqualTo(WANTED);
    }

    /** Old or new, never between, and nothing beside it. */
    private static boolean isOldOrNew(NetstackHost host, Map<String, String> before) {
        int mtu = host.mtu();
        assertThat(mtu).as(host.node()).isIn(NetstackHost.INITIAL_MTU, WANTED);
        Map<String, String> expected = mtu == WANTED ? withNewMtu(before) : before;
        assertThat(host.files()).as("%s with MTU %d", host.node(), mtu).isEqualTo(expected);
        return mtu == WANTED;
    }

    /** The controller's output is shown when the MTU does not become what it should. */
    private void awaitMtu(Controller controller, NetstackHost host, int mtu) {
        ContainerFabric.Result result = fabric.exec(
                host.node(),
                "sh",
                "-c",
                "for i in $(seq 300); do [ $(cat /sys/class/net/ib0/mtu) = %d ] && exit; sleep 0.1; done; exit 1"
                        .formatted(mtu));
        assertThat(result.exitCode()).as(controller.output()).isZero();
    }

    @Test
    void theGuardFiresWithoutIt() throws Exception {
        Controller controller = controller("armed");
        fabric.require("node1", "fabric-node", "cut", "new");
        fabric.require("node2", "fabric-node", "cut", "new");
        Process apply = controller.apply(playbook);
        awaitMtu(controller, node1, WANTED);
        awaitMtu(controller, node2, WANTED);
        apply.destroyForcibly().waitFor();

        awaitMtu(controller, node1, NetstackHost.INITIAL_MTU);
        awaitMtu(controller, node2, NetstackHost.INITIAL_MTU);
        fabric.require("node1", "fabric-node", "cut", "mend");
        fabric.require("node2", "fabric-node", "cut", "mend");
        assertThat(controller.ibplay("runs", "show", "last").stdout())
                .contains("killed", "  node1: in doubt 1", "  node2: in doubt 2");
        CommandLineRun check = settled(controller);
        assertThat(check.stderr())
                .contains("node1: warning[IB605]: the host has taken \"set ipoib ib0 mtu 1000\" of run ")
                .contains("node2: warning[IB605]: the host has taken \"set ipoib ib0 mtu 1000\" of run ");
        assertThat(isOldOrNew(node1, before1)).isFalse();
        assertThat(isOldOrNew(node2, before2)).isFalse();
        converges(controller);
    }

    /** No hook runs at boot: what was not confirmed was never in the file. */
    @Test
    void aRebootBringsTheOldState() throws Exception {
        Controller controller = controller("reboot");
        fabric.require("node1", "fabric-node", "cut", "new");
        Process apply = controller.apply(playbook, "--limit", "node1");
        awaitMtu(controller, node1, WANTED);
        fabric.restart("node1");
        apply.destroyForcibly().waitFor();

        assertThat(node1.mtu()).isEqualTo(NetstackHost.INITIAL_MTU);
        assertThat(node1.files()).containsAllEntriesOf(before1);
        CommandLineRun check = settled(controller);
        assertThat(check.stderr()).contains("node1: warning[IB605]: ");
        converges(controller);
    }

    @Test
    @Tag("long")
    void atEachStep() throws Exception {
        List<String> whole = wholeRun();
        int atNew = 0;
        for (int line = 1; line <= whole.size(); line++) {
            // While a step is under way much happens that the journal does not know.
            boolean isUnderWay = whole.get(line - 1).contains("\"step-began\"");
            if (isUnderWay) {
                // Killed programs leave the simulator's few client slots taken.
                reset();
            }
            for (long then : isUnderWay ? new long[] {0, 120, 400} : new long[] {0}) {
                atNew += killedAt(line, then) ? 1 : 0;
            }
        }
        assertThat(atNew).as("killed late enough to see a new state").isPositive();
    }

    /** The journal of a run that nobody kills. */
    private List<String> wholeRun() throws Exception {
        Controller controller = controller("whole");
        Process apply = controller.apply(playbook);
        assertThat(apply.waitFor()).as(controller.output()).isZero();
        List<String> events = controller.events();
        assertThat(events.stream().filter(e -> e.contains("\"step-began\""))).hasSizeGreaterThanOrEqualTo(3);
        return events;
    }

    /** Whether a host was in the new state afterwards. */
    private boolean killedAt(int line, long then) throws Exception {
        own();
        String when = "%d ms after line %d".formatted(then, line);
        Controller controller = controller("line" + line + "-" + then);
        boolean killed = controller.killAt(controller.apply(playbook), line, then);

        settled(controller);
        boolean new1 = isOldOrNew(node1, before1);
        boolean new2 = isOldOrNew(node2, before2);
        String show = controller.ibplay("runs", "show", "last").stdout();
        if (killed) {
            assertThat(show).as(when).contains("killed").contains("hosts: node1, node2");
        }
        converges(controller);
        return new1 || new2;
    }
}
