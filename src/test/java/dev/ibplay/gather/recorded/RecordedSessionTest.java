package dev.ibplay.gather.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.linux.ListedFile;
import dev.ibplay.facts.recorded.Exchange;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.windows.WindowsProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedSessionTest {
    private static final Operation A = new Operation.ResolvePath("/a");
    private static final Operation B = new Operation.ResolvePath("/b");

    private static final Outcome DONE = new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.EMPTY, Bytes.EMPTY);

    /** Says where it was asked for; patterns are paths of files, and commands say nothing. */
    private static final class Host implements HostSession {
        final List<Batch> batches = new ArrayList<>();

        @Override
        public List<Outcome> run(Batch batch, Duration timeLimit) {
            batches.add(batch);
            return batch.operations().stream().map(this::answer).toList();
        }

        private Outcome answer(Operation operation) {
            return switch (operation) {
                case Operation.ResolvePath path -> new Outcome.PathResolved(path.path() + batches.size());
                case Operation.ReadMatching matching ->
                    new Outcome.FilesFound(List.of(new Outcome.NamedFile(matching.pattern(), Bytes.EMPTY)));
                case Operation.RunCommand command -> DONE;
                default -> new Outcome.Skipped();
            };
        }

        @Override
        public SessionCounts counts() {
            return new SessionCounts(1, 1, batches.size());
        }

        @Override
        public void close() {
            batches.clear();
        }
    }

    @Test
    void whatPassesIsKept() throws Exception {
        var host = new Host();
        try (var session = new RecordingSession(host)) {
            Batch batch = Batch.of(List.of(A, Operation.ReadFile.of("/x"), B));
            assertThat(session.run(batch, Duration.ZERO)).hasSize(3);
            assertThat(host.batches).containsExactly(batch);
            assertThat(session.exchanges())
                    .as("what was skipped is no answer")
                    .containsExactly(
                            new Exchange(A, new Outcome.PathResolved("/a1")),
                            new Exchange(B, new Outcome.PathResolved("/b1")));
            assertThat(session.counts().roundTrips()).isEqualTo(1);
        }
        assertThat(host.batches).as("closed").isEmpty();
    }

    @Test
    void configurationFilesThatPatternsFindAreListedOnce() throws Exception {
        var host = new Host();
        var session = new RecordingSession(host);
        Batch batch = Batch.of(List.of(
                new Operation.ReadMatching("/etc/a", 9),
                new Operation.ReadMatching("/sys/b", 9),
                new Operation.ReadMatching("/etc/c", 9)));
        assertThat(session.run(batch, Duration.ZERO)).hasSize(3);
        session.run(batch, Duration.ZERO);
        Operation listing = ListedFile.listing(List.of("/etc/a", "/etc/c"));
        assertThat(host.batches).containsExactly(batch, Batch.of(List.of(listing)), batch);
        assertThat(session.exchanges()).hasSize(7).contains(new Exchange(listing, DONE));
    }

    @Test
    void aRecordingSessionChangesNothing() {
        var host = new Host();
        var session = new RecordingSession(host);
        List<Operation> changes = List.of(
                new Operation.WriteAttribute("/sys/x", Bytes.EMPTY),
                new Operation.RemoveFile("/x", Bytes.EMPTY),
                new Operation.TakeLock("/x", "run", "owner"));
        for (Operation change : changes) {
            assertThatThrownBy(() -> session.run(Batch.of(List.of(A, change)), Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("is refused: a session that records changes nothing");
        }
        assertThat(host.batches).isEmpty();
    }

    @Test
    void whatWasNotRecordedSaysSo() {
        try (var session =
                new RecordedSession(new HostRecording("h", List.of(new Exchange(A, new Outcome.PathResolved("/z")))))) {
            assertThat(session.run(Batch.of(List.of(B, A, new Operation.ConfirmGuard("/g"))), Duration.ZERO))
                    .containsExactly(
                            new Outcome.OperationFailed("ENODATA", "the facts saved of this host do not tell that"),
                            new Outcome.PathResolved("/z"),
                            new Outcome.OperationFailed("ENODATA", "the facts saved of this host do not tell that"));
        }
    }

    @Test
    void aRecordingOfWindowsSaysSo() {
        Outcome said = new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8("Windows_NT\r\n"), Bytes.EMPTY);
        var recording = new HostRecording("win1", List.of(new Exchange(WindowsProbe.WHICH, said)));
        assertThat(new RecordedSession(recording).system()).contains("Windows_NT");
    }
}
