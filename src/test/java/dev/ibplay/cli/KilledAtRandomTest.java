package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The controller's process is killed at random moments while a fabric goes from 2K to 4K and back: the journal can be read, each
 * host's files are the old or the new ones, and the next run goes the rest of the way. {@code -Dibplay.kills} says how often.
 */
@Tag("long")
class KilledAtRandomTest {
    private static final double PACE = 40;
    private static final int KILLS = Integer.getInteger("ibplay.kills", 12);
    private static final Duration GUARDS_LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private int killedMidway;

    /** A playbook, and the files of each host when it has been applied. */
    private record Goal(Path playbook, Map<String, String> files) {}

    private Map<String, String> environment() {
        return Map.of("XDG_STATE_HOME", folder.toString(), Pace.VARIABLE, Double.toString(PACE));
    }

    private CommandLineRun ibplay(String... words) {
        return CommandLineRun.of(environment(), words);
    }

    private Path playbook(int groupMtu) throws IOException {
        String text = """
            - hosts: subnet_managers
              become: true
              state:
                opensm:
                  priority: "{{ sm_priority }}"
                  partitions:
                    - {name: Default, pkey: 0x7fff, ipoib: true, mtu: %d, members: {ALL: full, SELF: full}}
            - hosts: linux
              become: true
              serial: [1, 3, 100%%]
              confirm: 120s
              state:
                ipoib:
                  ib0: {mode: datagram, mtu: %d}
            """.formatted(groupMtu, groupMtu - 4);
        return Files.writeString(folder.resolve("mtu" + groupMtu + ".yml"), text);
    }

    private Goal apply(Lab lab, Path playbook) {
        CommandLineRun run = ibplay("apply", "--yes", "-i", lab.inventory().toString(), playbook.toString());
        assertThat(run.exitCode()).as("%s%n%s", run.stderr(), run.stdout()).isZero();
        return new Goal(playbook, LabLook.at(lab.hosts()).files());
    }

    private Process start(Lab lab, Path playbook) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "apply",
                        "--yes",
                        "-i",
                        lab.inventory().toString(),
                        playbook.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment().putAll(environment());
        return builder.start();
    }

    @Test
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void isOldOrNewAndConverges() throws Exception {
        long seed = Long.getLong("ibplay.seed", System.nanoTime());
        System.out.println("kills at random moments: -Dibplay.seed=" + seed + " -Dibplay.kills=" + KILLS);
        Random random = new Random(seed);
        try (LabFolder place = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(8), place, clock)) {
            Goal now = apply(lab, playbook(2048));
            long began = System.nanoTime();
            Process whole = start(lab, playbook(4096));
            assertThat(whole.waitFor(5, TimeUnit.MINUTES)).isTrue();
            long wholeRun = Duration.ofNanos(System.nanoTime() - began).toMillis();
            assertThat(whole.exitValue())
                    .as(Files.readString(folder.resolve("output")))
                    .isZero();
            Goal other = now;
            now = apply(lab, playbook(4096));
            for (int i = 0; i < KILLS; i++) {
                long moment = random.nextLong(wholeRun);
                kill(start(lab, other.playbook()), moment);
                looksOldOrNew(lab, now, other, "kill %d, after %d of %d ms".formatted(i + 1, moment, wholeRun));
                Goal reached = apply(lab, other.playbook());
                assertThat(reached.files()).as("after kill %d", i + 1).isEqualTo(other.files());
                other = now;
                now = reached;
            }
        }
        System.out.printf("%d kills, %d of them while something was being changed%n", KILLS, killedMidway);
        assertThat(killedMidway).isPositive();
    }

    private static void kill(Process process, long afterMillis) throws InterruptedException {
        process.waitFor(afterMillis, TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
    }

    private void looksOldOrNew(Lab lab, Goal from, Goal to, String when) throws Exception {
        awaitGuards(lab, to);
        CommandLineRun runs = ibplay("runs", "show", "last");
        assertThat(runs.exitCode()).as(runs.all()).isZero();
        assertThat(runs.all()).as(when).doesNotContain("damage");
        killedMidway += runs.stdout().contains("in doubt") ? 1 : 0;
        Map<String, String> found = LabLook.at(lab.hosts()).files();
        for (String host : hosts(found)) {
            assertThat(of(host, found)).as("%s: %s", when, host).isIn(of(host, from.files()), of(host, to.files()));
        }
    }

    /** What was not confirmed is taken back within the window; until then the check is refused. */
    private void awaitGuards(Lab lab, Goal goal) throws InterruptedException {
        long until = System.nanoTime() + GUARDS_LIMIT.toNanos();
        CommandLineRun check;
        do {
            check = ibplay(
                    "check", "-i", lab.inventory().toString(), goal.playbook().toString());
        } while (check.exitCode() == ExitCode.REFUSED.number() && System.nanoTime() < until);
        assertThat(check.exitCode()).as(check.all()).isIn(0, 2);
    }

    private static List<String> hosts(Map<String, String> files) {
        return files.keySet().stream()
                .map(path -> path.substring(0, path.indexOf(' ')))
                .distinct()
                .toList();
    }

    private static Map<String, String> of(String host, Map<String, String> files) {
        Map<String, String> own = new TreeMap<>(files);
        own.keySet().removeIf(path -> !path.startsWith(host + " "));
        return own;
    }
}
