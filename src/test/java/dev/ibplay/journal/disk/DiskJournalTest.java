package dev.ibplay.journal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.Missing;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecorder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskJournalTest {
    private static final Clock CLOCK = Clock.fixed(JournalSamples.NOW, ZoneOffset.UTC);

    @TempDir
    private Path state = Path.of("set by JUnit");

    private JournalFolder folder() {
        return new JournalFolder(state.resolve("new/ibplay"));
    }

    private DiskJournal journal(RunName name) throws IOException {
        return DiskJournal.create(folder(), name, text -> text.replace("hunter2", "<hidden>"), CLOCK);
    }

    private RecordedRun read(RunName name) {
        return new RunHistory(folder(), new ControllerProcess(state)).read(name);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whereItIs() {
        Path home = Path.of("/home/ann");
        assertThat(JournalFolder.of(Map.of(), home).path()).isEqualTo(Path.of("/home/ann/.local/state/ibplay"));
        assertThat(JournalFolder.of(Map.of("XDG_STATE_HOME", "/srv/state"), home)
                        .path())
                .isEqualTo(Path.of("/srv/state/ibplay"));
        assertThat(JournalFolder.of(Map.of("XDG_STATE_HOME", "relative"), home).path())
                .isEqualTo(Path.of("/home/ann/.local/state/ibplay"));
    }

    @Test
    void onlyItsOwnerCanRead() throws IOException {
        try (DiskJournal journal = journal(JournalSamples.NAME)) {
            new RunRecorder(journal).planned(JournalSamples.plan());
        }
        Path run = folder().of(JournalSamples.NAME);

        for (Path made : List.of(state.resolve("new"), folder().path(), folder().runs(), run, run.resolve("blobs"))) {
            assertThat(mode(made)).as(made.toString()).isEqualTo("rwx------");
        }
        assertThat(mode(run.resolve("events.jsonl"))).isEqualTo("rw-------");
        try (var blobs = Files.list(run.resolve("blobs"))) {
            List<Path> all = blobs.toList();
            assertThat(all).hasSize(2);
            for (Path blob : all) {
                assertThat(mode(blob)).isEqualTo("rw-------");
                assertThat(Files.readString(blob)).startsWith("m_key <hidden>\n");
            }
        }
    }

    @Test
    void anEventIsThereWhenItsCallIsBack() throws IOException {
        try (DiskJournal journal = journal(JournalSamples.NAME)) {
            journal.record(new JournalEvent.Stopped("said hunter2"));
            assertThat(Files.readString(folder().of(JournalSamples.NAME).resolve("events.jsonl")))
                    .isEqualTo(
                            "{\"at\":\"2026-11-30T11:07:02.345Z\",\"event\":\"stopped\",\"because\":\"said <hidden>\"}\n");
        }
    }

    @Test
    void twoRunsOfOneSecond() throws IOException {
        RunName other = new RunName("20261130T110702-0000");
        try (DiskJournal one = journal(JournalSamples.NAME);
                DiskJournal two = journal(other)) {
            one.record(new JournalEvent.Stopped("one"));
            two.record(new JournalEvent.Stopped("two"));
        }

        assertThat(folder().names()).containsExactly(JournalSamples.NAME, other);
        assertThat(read(other).events().getFirst().event()).isEqualTo(new JournalEvent.Stopped("two"));
        assertThatThrownBy(() -> journal(other)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(other).events()).hasSize(1);
    }

    @Test
    void linesOfManyHostsStayWhole() throws Exception {
        int hosts = 200;
        try (DiskJournal journal = journal(JournalSamples.NAME);
                var threads = Executors.newFixedThreadPool(20)) {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < hosts; i++) {
                var event = new JournalEvent.StepBegan(i, "n" + i, "x".repeat(3000));
                calls.add(() -> {
                    journal.record(event);
                    return true;
                });
            }
            for (Future<Boolean> done : threads.invokeAll(calls)) {
                assertThat(done.get()).isTrue();
            }
        }

        assertThat(read(JournalSamples.NAME).damage()).isEmpty();
        assertThat(read(JournalSamples.NAME).events().stream()
                        .map(e -> ((JournalEvent.StepBegan) e.event()).step())
                        .distinct())
                .hasSize(hosts);
    }

    @Test
    void aCutOffLineIsToldAndTheOthersStand() throws IOException {
        try (DiskJournal journal = journal(JournalSamples.NAME)) {
            journal.record(new JournalEvent.Stopped("a"));
            journal.record(new JournalEvent.Stopped("ü"));
        }
        Path events = folder().of(JournalSamples.NAME).resolve("events.jsonl");
        byte[] whole = Files.readAllBytes(events);
        int first = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;

        for (int length = whole.length - 1; length > first; length--) {
            Files.write(events, Arrays.copyOf(whole, length));
            RecordedRun run = read(JournalSamples.NAME);
            assertThat(run.events()).as("%d bytes", length).hasSize(1);
            assertThat(run.damage()).containsExactly("line 2 is cut off");
        }
        Files.writeString(events, "{broken}\n" + new String(whole, StandardCharsets.UTF_8));
        assertThat(read(JournalSamples.NAME).events()).hasSize(2);
        assertThat(read(JournalSamples.NAME).damage()).containsExactly("line 1 is no event");
        Files.delete(events);
        assertThat(read(JournalSamples.NAME).damage())
                .singleElement()
                .asString()
                .startsWith("cannot be read: ");
    }

    @Test
    void aFullDiskIsAFailureAndWhatWasWrittenStays() throws Exception {
        Path disk = Files.createDirectory(state.resolve("disk"));
        int mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
                .start()
                .waitFor();
        Missing.unless(mounted == 0, "the right to mount a tmpfs");
        try {
            var full = new JournalFolder(disk.resolve("ibplay"));
            List<Boolean> durable = new ArrayList<>();
            try (DiskJournal journal = DiskJournal.create(full, JournalSamples.NAME, text -> text, CLOCK)) {
                var recorder = new RunRecorder(journal);
                for (int i = 0; i < 100; i++) {
                    durable.add(recorder.on(new RunEvent.Stopped("x".repeat(3000))));
                }
                assertThat(recorder.failure().orElse("")).contains("No space left on device");
                assertThatThrownBy(() -> journal.record(new JournalEvent.Stopped("")))
                        .as("nothing comes behind a line that is cut off")
                        .hasMessage("an earlier event could not be written");
            }
            int whole = (int) durable.stream().filter(d -> d).count();
            assertThat(whole).isBetween(1, 30);
            assertThat(durable.subList(0, whole)).doesNotContain(false);
            RecordedRun run = new RunHistory(full, new ControllerProcess(state)).read(JournalSamples.NAME);
            assertThat(run.events()).hasSize(whole);
            assertThat(run.damage()).allMatch(d -> d.endsWith("is cut off"));
            assertThatThrownBy(() -> {
                        try (DiskJournal second =
                                DiskJournal.create(full, new RunName("20261130T110702-0000"), text -> text, CLOCK)) {
                            second.record(new JournalEvent.Stopped("x".repeat(9000)));
                        }
                    })
                    .isInstanceOf(IOException.class);
        } finally {
            assertThat(new ProcessBuilder("umount", disk.toString()).start().waitFor())
                    .isZero();
        }
    }
}
