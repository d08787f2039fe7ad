package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.plan.Plan;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.run.Run;
import dev.ibplay.run.RunIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A lab in the test's own process, and whole runs on it without SSH. */
final class LabRun implements AutoCloseable {
    private static final double PACE = 20;
    private static final Duration MOST_WAIT = Duration.ofMinutes(2);

    final LabLayout layout;
    final ScaledClock clock = new ScaledClock(PACE);
    final LabHosts hosts;

    private int runs;

    LabRun(LabLayout layout) throws Errno, InterruptedException {
        this.layout = layout;
        hosts = LabHosts.boot(layout, clock);
        hosts.awaitMasters();
    }

    Machine machine(String name) {
        return hosts.machine(name).orElseThrow().machine();
    }

    /** Reads a file, or an attribute of the kernel. */
    String read(String host, String path) throws Errno {
        return machine(host).disk().read(path).lossyText();
    }

    /** Waits until a file says something, for at most two minutes of the lab. */
    void await(String host, String path, String text) throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!text.equals(readOr(host, path)) && clock.nanos() < until) {
            clock.sleep(Duration.ofMillis(200));
        }
        assertThat(readOr(host, path)).as("%s: %s", host, path).isEqualTo(text);
    }

    /** The same, or the name of the error. */
    String readOr(String host, String path) {
        try {
            return read(host, path);
        } catch (Errno unreadable) {
            return unreadable.name();
        }
    }

    DesiredState desired(String playbook) {
        var problems = new Problems();
        StringBuilder inventory = new StringBuilder();
        layout.hosts()
                .forEach(host -> host.groups()
                        .forEach(group -> inventory
                                .append("[%s]\n%s".formatted(group, host.name()))
                                .append(host.variables().entrySet().stream()
                                        .map(v -> " " + v.getKey() + "=" + v.getValue())
                                        .reduce("", String::concat))
                                .append('\n')));
        var files = new MapFiles()
                .with("hosts.ini", inventory + "[esxi]\n[windows]\n")
                .with("site.yml", playbook);
        var read = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        var parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(parsed), read, Map.of(), Selection.ALL, problems);
        assertThat(problems.sorted()).isEmpty();
        return state;
    }

    private Run run(DesiredState desired) {
        return new Run(
                desired,
                host -> new DirectSession(machine(host)),
                new RunIdentity("r" + ++runs, "alice@control", true),
                4,
                new LabPatience(),
                event -> {});
    }

    Plan plan(String playbook) {
        try (Run run = run(desired(playbook))) {
            return run.plan();
        }
    }

    RunRecord apply(String playbook) {
        try (Run run = run(desired(playbook))) {
            return run.apply(run.plan());
        }
    }

    /** Waits in the lab's time. */
    private final class LabPatience implements Patience {
        @Override
        public long nanoTime() {
            return clock.nanos();
        }

        @Override
        public void pause(Duration duration) {
            try {
                clock.sleep(duration);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean isStopping() {
            return Thread.currentThread().isInterrupted();
        }
    }

    @Override
    public void close() {
        clock.close();
    }
}
