package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import dev.ibplay.journal.UndoneSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** An undo is planned from what the journal says, and is a run like any other. */
class RollbackRunTest {
    private static final RunName NAME = new RunName("20261130T110702-3f9a");
    private static final RunListener QUIET = event -> {};

    private final Map<String, FakeHost> hosts = new TreeMap<>();
    private final List<JournalEvent> events = new ArrayList<>();

    RollbackRunTest() {
        for (String name : List.of("n1", "n2", "n3")) {
            hosts.put(name, new FakeHost(name).withInterface(2044));
        }
    }

    private static DesiredState desired() {
        var problems = new Problems();
        var files = new MapFiles()
                .with("hosts.ini", "n1\nn2\nn3\n")
                .with("site.yml", "- hosts: all\n  serial: 1\n  state: {ipoib: {ib0: {mtu: 1500}}}\n");
        return Resolver.resolve(
                List.of(new PlaybookParser(files, Map.of(), problems).parse("site.yml")),
                new InventoryReader(files, problems).read(List.of("hosts.ini")),
                Map.of(),
                Selection.ALL,
                problems);
    }

    private static Patience patience() {
        return new Patience() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void pause(Duration duration) {}

            @Override
            public boolean isStopping() {
                return false;
            }
        };
    }

    private FakeHost open(String name) {
        return hosts.getOrDefault(name, new FakeHost(name));
    }

    private FakeHost host(String name) {
        return open(name);
    }

    private RunRecord run(Optional<Restoration> restoration, DesiredState desired, RunListener listener) {
        events.clear();
        var recorder = new RunRecorder(events::add);
        try (Run run = new Run(
                restoration,
                desired,
                this::open,
                new RunIdentity("r1", "alice@control", true),
                1,
                patience(),
                recorder,
                listener)) {
            Plan plan = run.plan();
            assertThat(recorder.planned(plan)).isTrue();
            return plan.isRefused() ? run.planned(plan) : run.apply(plan);
        }
    }

    private RecordedRun recorded() {
        return RecordedRun.of(
                NAME,
                new RunState.Killed(),
                events.stream()
                        .map(event -> new RecordedEvent(Instant.EPOCH, event, Map.of()))
                        .toList(),
                List.of());
    }

    private RunRecord undo(RecordedRun run) {
        Restoration restoration = Restoration.of(
                NAME.text(),
                UndoneSteps.of(run),
                hosts.keySet().stream()
                        .map(host -> new Restoration.Target(host, true, false))
                        .toList());
        DesiredState asked = desired();
        return run(
                Optional.of(restoration), new DesiredState(asked.plays(), restoration.hosts(), asked.scopes()), QUIET);
    }

    private String mtus() {
        return String.join(" ", hosts.values().stream().map(FakeHost::mtu).toList());
    }

    @Test
    void backAndForthAndNothingLeft() {
        run(Optional.empty(), desired(), QUIET);
        assertThat(mtus()).isEqualTo("1500 1500 1500");
        RecordedRun first = recorded();

        RunRecord undone = undo(first);
        assertThat(mtus()).isEqualTo("2044 2044 2044");
        assertThat(undone.remaining()).isEmpty();
        assertThat(undone.plan().differences())
                .extracting(d -> d.askedBy().toString())
                .containsExactly("run " + NAME + ":1:1", "run " + NAME + ":2:1", "run " + NAME + ":3:1");
        RecordedRun second = recorded();

        assertThat(undo(first).plan().hasSteps()).as("a second time").isFalse();
        undo(second);
        assertThat(mtus()).as("the undo is undone").isEqualTo("1500 1500 1500");
    }

    @Test
    void aRunThatEndedInAStep() {
        int[] begun = {0};
        RunListener ending = event -> {
            if (event instanceof RunEvent.StepBegan && ++begun[0] == 2) {
                throw new IllegalStateException("the controller ends here");
            }
        };
        try {
            run(Optional.empty(), desired(), ending);
        } catch (IllegalStateException expected) {
            assertThat(expected).hasStackTraceContaining("the controller ends here");
        }
        RecordedRun killed = recorded();
        assertThat(mtus()).isEqualTo("1500 2044 2044");
        assertThat(UndoneSteps.of(killed))
                .extracting(s -> s.host() + s.certain())
                .containsExactly("n1true", "n2false");

        host("n2").withInterface(1500);
        undo(killed);
        assertThat(mtus()).as("what was found decides").isEqualTo("2044 2044 2044");
    }

    @Test
    void aHostThatMovedOnStopsAll() {
        run(Optional.empty(), desired(), QUIET);
        host("n2").withInterface(1800);

        RunRecord refused = undo(recorded());
        assertThat(refused.plan().diagnostics())
                .filteredOn(d -> d.severity() == Severity.ERROR)
                .extracting(Diagnostic::code)
                .containsExactly(Code.HOST_MOVED_ON);
        assertThat(mtus()).isEqualTo("1500 1800 1500");
    }

    @Test
    void whatTheHostTookBackItselfIsNotUndone() {
        host("n1").refusesChanges = true;
        run(Optional.empty(), desired(), QUIET);
        assertThat(recorded().steps().getFirst().result()).isEqualTo("reverted");

        assertThat(UndoneSteps.of(recorded())).isEmpty();
    }
}
