package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The controller is killed with SIGKILL while it changes a fabric: one subnet manager is master, each has its old or its new
 * file, and the next run goes on from there.
 */
@NeedsDocker
@Tag("long")
class KilledFabricRunIT {
    private static final int STEPS = 5;
    private static final int LATEST_MILLIS = 300;

    private final ContainerFabric fabric = ContainerFabric.shared();
    private final FabricRun run = new FabricRun(fabric);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    @AfterAll
    static void restore() {
        ContainerFabric.shared().reset();
    }

    private String playbook() throws IOException {
        return Files.writeString(folder.resolve("two-k.yml"), """
                - hosts: subnet_managers
                  become: true
                  state:
                    opensm:
                      priority: "{{ sm_priority }}"
                      partitions:
                        - {name: Default, pkey: 0x7fff, mtu: 2048}
                """).toString();
    }

    private Controller controller(String name) throws IOException {
        return new Controller(Files.createDirectory(folder.resolve(name)), fabric.inventory());
    }

    private CommandLineRun ibplay(Controller controller, int exitCode, String command, String... words)
            throws IOException {
        String[] line = new String[4 + words.length];
        line[0] = command;
        line[1] = "-i";
        line[2] = fabric.inventory().toString();
        line[3] = playbook();
        System.arraycopy(words, 0, line, 4, words.length);
        CommandLineRun done = controller.ibplay(line);
        assertThat(done.exitCode()).as(done.all()).isEqualTo(exitCode);
        return done;
    }

    /** Whether partitions.conf is the new one; it is never anything between. */
    private boolean isNew(String node, String before) {
        String now = fabric.read(node, FabricRun.PARTITIONS_CONF);
        String after = before.replace("Default=0x7fff, ipoib, mtu=3,", "Default=0x7fff, ipoib, mtu=4,");
        assertThat(now).as(node).isIn(before, after);
        return now.equals(after);
    }

    /** Kills the run so long after its journal's line of this event, and lets the next one end the work. */
    private void killedAt(int step, String event, long thenMillis) throws Exception {
        fabric.reset();
        String before = fabric.read("sm1", FabricRun.PARTITIONS_CONF);
        Controller controller = controller(event + step + "-" + thenMillis);
        Process apply = controller.apply(playbook());
        while (apply.isAlive() && lineOf(controller, step, event).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(controller.killAt(apply, 0, thenMillis))
                .as(controller.output())
                .isTrue();

        String when = "%d ms after %s of step %d".formatted(thenMillis, event, step);
        String show = controller.ibplay("runs", "show", "last").stdout();
        assertThat(show).as(when).contains("killed", "hosts: sm1, sm2");
        // By then a quick step may have ended.
        if (event.equals("step-began") && lineOf(controller, step, "step-ended").isEmpty()) {
            assertThat(show).as(when).contains("in doubt " + step);
        }
        boolean master = isNew("sm1", before);
        boolean standby = isNew("sm2", before);
        assertThat(master && !standby).as(when + ": the standby comes first").isFalse();
        CommandLineRun check =
                controller.ibplay("check", "-i", fabric.inventory().toString(), playbook());
        assertThat(check.exitCode()).as(check.all()).isIn(0, 2);

        ibplay(controller, 0, "apply", "--yes");
        run.awaitMaster("0x2c90300000011", 4);
        run.awaitGroupMtu("0x84");
        assertThat(isNew("sm1", before) && isNew("sm2", before)).isTrue();
        ibplay(controller, 0, "check");
    }

    private static Optional<String> lineOf(Controller controller, int step, String event) {
        List<String> events = controller.events();
        return events.stream()
                .filter(line -> line.contains("\"" + event + "\",\"step\":" + step + ","))
                .findFirst();
    }

    /** The standby has the new file and the new process, the master still the old ones. */
    @Test
    void betweenTheStandbyAndTheMaster() throws Exception {
        killedAt(2, "step-ended", 0);
    }

    /** {@code -Dkill.rounds=} says how often, {@code -Dseed=} at which moments. */
    @Test
    void atEachStep() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("killed at moments of seed " + seed);
        var random = new Random(seed);
        for (int round = 0; round < Integer.getInteger("kill.rounds", 1); round++) {
            for (int step = 1; step <= STEPS; step++) {
                // While a step is under way much happens that the journal does not know.
                killedAt(step, "step-began", random.nextInt(LATEST_MILLIS));
            }
            killedAt(1, "step-ended", 0);
            killedAt(3, "step-ended", 0);
        }
    }
}
