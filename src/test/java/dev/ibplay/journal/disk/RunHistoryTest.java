package dev.ibplay.journal.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalEvent.Controller;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunHistoryTest {
    @TempDir
    private Path state = Path.of("set by JUnit");

    private Path proc = Path.of("set below");

    @BeforeEach
    void machine() throws IOException {
        proc = Files.createDirectories(state.resolve("proc"));
        Files.createDirectories(proc.resolve("sys/kernel/random"));
        Files.writeString(proc.resolve("sys/kernel/random/boot_id"), "boot-1\n");
        Files.writeString(proc.resolve("sys/kernel/hostname"), "ctl\n");
        process(77, 4711);
    }

    private void process(long pid, long startTicks) throws IOException {
        Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                proc.resolve(pid + "/stat"),
                pid + " (ja va) x) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 " + startTicks + " 20 21\n");
    }

    private RunHistory history() {
        return new RunHistory(new JournalFolder(state), new ControllerProcess(proc));
    }

    private static RunName name(int second) {
        return new RunName("20261130T1107%02d-3f9a".formatted(second));
    }

    private static Controller controller(long pid, String boot, String host) {
        return new Controller("root", host, pid, OptionalLong.of(4711), Optional.of(boot));
    }

    /** A run whose step on n1 is under way, or which has ended. */
    private void run(int second, Controller controller, boolean ended, String... hosts) throws IOException {
        try (DiskJournal journal =
                DiskJournal.create(new JournalFolder(state), name(second), text -> text, Clock.systemUTC())) {
            var recorder = new RunRecorder(journal);
            recorder.began(JournalSamples.began(name(second), controller, hosts));
            recorder.planned(JournalSamples.plan());
            recorder.on(new RunEvent.StepBegan(JournalSamples.WRITE));
            recorder.on(new RunEvent.StepEnded(JournalSamples.WRITE, "changed", ""));
            recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
            if (ended) {
                recorder.ended(JournalSamples.record(), 4);
            }
        }
    }

    @Test
    void whetherItsControllerLives() throws IOException {
        run(1, controller(77, "boot-1", "ctl"), false, "n1");
        run(2, controller(78, "boot-1", "ctl"), false, "n1");
        run(3, controller(77, "boot-0", "ctl"), false, "n1");
        run(4, controller(77, "boot-9", "other"), false, "n1");
        run(5, controller(77, "boot-1", "ctl"), true, "n1");

        assertThat(history().newest(9))
                .extracting(RecordedRun::state)
                .containsExactly(
                        new RunState.Finished(4),
                        new RunState.Elsewhere("other"),
                        new RunState.Killed(),
                        new RunState.Killed(),
                        new RunState.Running(77));
        assertThat(history().newest(2)).extracting(RecordedRun::name).containsExactly(name(5), name(4));

        process(77, 4712);
        assertThat(history().read(name(1)).state())
                .as("the number was given again")
                .isEqualTo(new RunState.Killed());
    }

    @Test
    void thisProcessLives() throws IOException {
        var real = new ControllerProcess(Path.of("/proc"));
        run(1, real.self(), false, "n1");

        assertThat(new RunHistory(new JournalFolder(state), real).read(name(1)).state())
                .isEqualTo(new RunState.Running(ProcessHandle.current().pid()));
    }

    @Test
    void stepsOfAKilledRun() throws IOException {
        run(1, controller(78, "boot-1", "ctl"), false, "sm1", "n1");
        RecordedRun run = history().read(name(1));

        assertThat(run.steps()).extracting(RecordedStep::result).containsExactly("changed", "", "");
        assertThat(run.steps()).extracting(s -> s.began().isPresent()).containsExactly(true, true, false);
        assertThat(run.inDoubt()).singleElement().isEqualTo(run.steps().get(1));
        assertThat(run.changedHosts()).containsExactly("sm1");
    }

    @Test
    void stepsOfARunAtWorkAreNotInDoubt() throws IOException {
        run(1, controller(77, "boot-1", "ctl"), false, "sm1", "n1");

        assertThat(history().read(name(1)).inDoubt()).isEmpty();
    }

    @Test
    void oldRunsAreRemovedUnlessTheyAreAtWork() throws IOException {
        run(1, controller(77, "boot-1", "ctl"), false, "n1");
        run(2, controller(77, "boot-1", "ctl"), true, "n1");
        run(3, controller(78, "boot-1", "ctl"), false, "n1");
        run(4, controller(77, "boot-1", "ctl"), true, "n1");
        Files.createDirectory(state.resolve("runs/20269930T110702-3f9a"));

        assertThat(history().prune(Instant.parse("2026-11-30T11:07:04Z"))).containsExactly(name(3), name(2));
        assertThat(history().newest(9))
                .extracting(run -> run.name().text())
                .containsExactly("20269930T110702-3f9a", name(4).text(), name(1).text());
        try (var left = Files.list(state.resolve("runs"))) {
            assertThat(left).hasSize(3);
        }
    }

    @Test
    void namesAndTheirBeginnings() throws IOException {
        assertThat(history().named("last")).isEmpty();
        run(1, controller(77, "boot-1", "ctl"), true, "n1");
        run(2, controller(77, "boot-1", "ctl"), true, "n1");
        Files.createDirectory(state.resolve("runs/other"));

        assertThat(history().named("last")).containsExactly(name(2));
        assertThat(history().named("20261130T110701")).containsExactly(name(1));
        assertThat(history().named(name(1).text())).containsExactly(name(1));
        assertThat(history().named("20261130")).hasSize(2);
        assertThat(history().named("x")).isEmpty();
    }

    @Test
    void theKilledRunThatMatters() throws IOException {
        run(1, controller(78, "boot-1", "ctl"), false, "n1", "n2");
        assertThat(history().killed(Set.of("n2", "n3")).map(RecordedRun::name)).contains(name(1));
        assertThat(history().killed(Set.of("n3"))).isEmpty();

        run(2, controller(77, "boot-1", "ctl"), true, "n1");
        assertThat(history().killed(Set.of("n1"))).as("a later run looked").isEmpty();
        assertThat(history().killed(Set.of("n1", "n2"))).isPresent();
    }

    @Test
    void aRunThatWasKilledBeforeItsFirstStepLeftNothingInDoubt() throws IOException {
        try (DiskJournal journal =
                DiskJournal.create(new JournalFolder(state), name(1), text -> text, Clock.systemUTC())) {
            journal.record(JournalSamples.began(name(1), controller(78, "boot-1", "ctl"), "n1"));
            journal.record(new JournalEvent.Planned(List.of(), List.of(), List.of()));
        }

        assertThat(history().killed(Set.of("n1"))).isEmpty();
    }

    @Test
    void aRunThatEndedIsNotReadToTheEnd() throws IOException {
        run(1, controller(78, "boot-1", "ctl"), false, "n1", "n2");
        run(2, controller(77, "boot-1", "ctl"), true, "n1");
        Path events = new JournalFolder(state).of(name(2)).resolve(DiskJournal.EVENTS);
        List<String> lines = Files.readAllLines(events);
        String text = lines.getFirst() + "\n" + "x".repeat(32 << 20) + "\n" + lines.getLast() + "\n";
        Files.writeString(events, text);
        history().killed(Set.of("n1"));

        long before = allocated();
        assertThat(history().killed(Set.of("n1"))).isEmpty();
        assertThat(allocated() - before).isLessThan(4 << 20);
        assertThat(history().killed(Set.of("n1", "n2")).map(RecordedRun::name)).contains(name(1));
    }

    @Test
    void aRunWhoseLastLineIsCutOffIsReadToTheEnd() throws IOException {
        run(1, controller(78, "boot-1", "ctl"), true, "n1");
        Path events = new JournalFolder(state).of(name(1)).resolve(DiskJournal.EVENTS);
        String whole = Files.readString(events);
        String[] cuts = {whole.substring(0, whole.length() - 1), whole.substring(0, whole.length() - 9)};

        for (String cut : cuts) {
            Files.writeString(events, cut);
            assertThat(history().killed(Set.of("n1"))).as(cut).isPresent();
        }
        Files.writeString(events, "");
        assertThat(history().killed(Set.of("n1"))).isEmpty();
        Files.writeString(events, "\n");
        assertThat(history().killed(Set.of("n1"))).isEmpty();
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
