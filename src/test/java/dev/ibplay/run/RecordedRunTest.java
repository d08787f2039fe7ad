package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.disk.ControllerProcess;
import dev.ibplay.journal.disk.DiskJournal;
import dev.ibplay.journal.disk.JournalFolder;
import dev.ibplay.journal.disk.RunHistory;
import dev.ibplay.plan.Plan;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is done to a host that is not written down before. */
class RecordedRunTest {
    private static final RunName NAME = new RunName("20261130T110702-3f9a");
    /** Of one host after the other: its MTU is set under a guard. */
    private static final int STEPS = 3;

    private final Map<String, FakeHost> hosts = new TreeMap<>();

    @TempDir
    private Path state = Path.of("set by JUnit");

    private DesiredState desired() {
        hosts.clear();
        for (String name : List.of("n1", "n2", "n3")) {
            hosts.put(name, new FakeHost(name).withInterface(2044));
        }
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

    /** Time stands still, and nothing is waited for. */
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

    private List<String> changed() {
        return hosts.entrySet().stream()
                .filter(e -> e.getValue().mtu().equals("1500"))
                .map(Map.Entry::getKey)
                .toList();
    }

    private RunRecord apply(RunRecorder recorder, RunListener listener) {
        try (Run run = new Run(
                desired(),
                this::open,
                new RunIdentity("r1", "alice@control", true),
                1,
                patience(),
                recorder,
                listener)) {
            Plan plan = run.plan();
            assertThat(recorder.planned(plan)).isTrue();
            return run.apply(plan);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whatEndsAtAStepHasThatStepsBeginningAsItsLastLine(int step) throws IOException {
        var folder = new JournalFolder(state);
        int[] begun = {0};
        RunListener ending = event -> {
            if (event instanceof RunEvent.StepBegan && ++begun[0] == step) {
                throw new IllegalStateException("the controller ends here");
            }
        };
        try (DiskJournal journal = DiskJournal.create(folder, NAME, text -> text, Clock.systemUTC())) {
            var recorder = new RunRecorder(journal);
            assertThatThrownBy(() -> apply(recorder, ending)).hasStackTraceContaining("the controller ends here");
        }

        List<RecordedEvent> events =
                new RunHistory(folder, new ControllerProcess(state)).read(NAME).events();
        assertThat(events.getLast().event())
                .isInstanceOfSatisfying(
                        JournalEvent.StepBegan.class, e -> assertThat(e.step()).isEqualTo(step));
        assertThat(changed()).isEqualTo(List.of("n1", "n2", "n3").subList(0, step - 1));
    }

    @Test
    void aJournalThatBreaksStopsTheRunBeforeTheNextStep() {
        int all = record(Integer.MAX_VALUE).size();
        assertThat(all).isGreaterThan(2 * STEPS);

        for (int room = 2; room < all; room++) {
            List<JournalEvent> events = record(room);
            List<String> begun = events.stream()
                    .filter(JournalEvent.StepBegan.class::isInstance)
                    .map(e -> ((JournalEvent.StepBegan) e).host())
                    .distinct()
                    .toList();
            assertThat(begun).as("room for %d events", room).containsAll(changed());
            // The step under way is finished.
            assertThat(changed()).as("room for %d events", room).isEqualTo(begun);
        }
    }

    private List<JournalEvent> record(int room) {
        List<JournalEvent> events = new ArrayList<>();
        var recorder = new RunRecorder(event -> {
            if (events.size() >= room) {
                throw new IOException("No space left on device");
            }
            events.add(event);
        });
        RunRecord record = apply(recorder, event -> {});
        boolean broken = recorder.failure().isPresent();
        assertThat(record.diagnostics().stream().map(Diagnostic::code).toList().contains(Code.JOURNAL))
                .isEqualTo(broken);
        if (changed().size() < 3) {
            assertThat(record.stopped()).isEqualTo("the run can no longer be recorded: No space left on device");
            assertThat(record.any(HostStatus.SKIPPED) || record.any(HostStatus.FAILED))
                    .isTrue();
        }
        return events;
    }
}
