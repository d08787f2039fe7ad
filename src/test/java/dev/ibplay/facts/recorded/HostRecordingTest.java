package dev.ibplay.facts.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.linux.ListedFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostRecordingTest {
    private static final MadPort PORT = new MadPort("mlx5_0", 1);

    private static Outcome file(String text) {
        return new Outcome.FileContent(Bytes.ofUtf8(text), 0600, 0, 0, 5);
    }

    private static HostRecording recording(Object... questionsAndAnswers) {
        List<Exchange> all = new java.util.ArrayList<>();
        for (int i = 0; i < questionsAndAnswers.length; i += 2) {
            all.add(new Exchange((Operation) questionsAndAnswers[i], (Outcome) questionsAndAnswers[i + 1]));
        }
        return new HostRecording("h", all);
    }

    private static Operation portInfo(MadKey key, MadTiming timing) {
        return new Operation.SubnetQuery(PORT, new SmpAddress.ByRoute(List.of(1)), 0x15, 1, key, timing);
    }

    @Test
    void theLastAnswerCountsAndLimitsAndKeysDoNot() {
        var answer = new Outcome.AttributeRead(Bytes.ofUtf8("x"));
        HostRecording recording = recording(
                new Operation.ReadFile("/a", 10),
                file("old"),
                new Operation.ReadFile("/a", 20),
                file("new"),
                portInfo(MadKey.of(7), MadTiming.DEFAULT),
                answer,
                Operation.RunCommand.of(Duration.ofSeconds(1), "x"),
                new Outcome.NoAnswer());

        assertThat(recording.outcome(Operation.ReadFile.of("/a"))).contains(file("new"));
        assertThat(recording.outcome(portInfo(MadKey.NONE, new MadTiming(Duration.ZERO, 0))))
                .contains(answer);
        assertThat(recording.outcome(Operation.RunCommand.of(Duration.ofSeconds(2), "x")))
                .isPresent();
        assertThat(recording.outcome(Operation.RunCommand.of(Duration.ofSeconds(2), "x", "y")))
                .isEmpty();
    }

    @Test
    void aTrustedQuestionIsAnotherOne() {
        var all = new Outcome.RecordsRead(List.of(Bytes.ofUtf8("all")));
        var few = new Outcome.RecordsRead(List.of());
        HostRecording recording = recording(
                FabricFacts.groupsQuery(PORT, MadKey.of(0x77)), all, FabricFacts.groupsQuery(PORT, MadKey.NONE), few);

        assertThat(recording.outcome(FabricFacts.groupsQuery(PORT, MadKey.of(1))))
                .contains(all);
        assertThat(recording.outcome(FabricFacts.groupsQuery(PORT, MadKey.NONE)))
                .contains(few);
    }

    @Test
    void filesAreFoundHoweverTheyWereRead() {
        var listed = Operation.RunCommand.of(
                Duration.ZERO, "sh", "-c", "stat -L -c '%Y %f %n' -- /etc/x/*.conf 2>/dev/null\nexit 0\n");
        HostRecording recording = recording(
                listed,
                new Outcome.CommandEnded(
                        new CommandEnd.Exited(0),
                        Bytes.ofUtf8("77 81a4 /etc/x/a.conf\n78 21b6 /etc/x/off.conf\n79 8180 /etc/x/shut.conf\n"),
                        Bytes.EMPTY),
                new Operation.ReadMatching("/etc/x/*.conf", 10),
                new Outcome.FilesFound(List.of(new Outcome.NamedFile("/etc/x/a.conf", Bytes.ofUtf8("A")))),
                new Operation.ReadMatching("/sys/*", 10),
                new Outcome.FilesFound(List.of(new Outcome.NamedFile("/sys/s", Bytes.ofUtf8("S")))),
                Operation.ReadFile.of("/etc/b"),
                file("B"),
                Operation.ReadFile.of("/etc/c"),
                new Outcome.FileAbsent(),
                Operation.ReadFile.of("/etc/d"),
                new Outcome.OperationFailed("EACCES", ""));

        assertThat(recording.files().values())
                .containsExactly(
                        new RecordedFile("/etc/b", Bytes.ofUtf8("B"), Optional.of(0600), Optional.of(5L)),
                        new RecordedFile("/etc/x/a.conf", Bytes.ofUtf8("A"), Optional.of(0644), Optional.of(77L)),
                        new RecordedFile("/etc/x/off.conf", Bytes.EMPTY, Optional.empty(), Optional.of(78L)),
                        new RecordedFile("/sys/s", Bytes.ofUtf8("S"), Optional.empty(), Optional.empty()));
        assertThat(recording.absent()).containsExactly("/etc/c");
    }

    private static final Operation CONFS = new Operation.ReadMatching("/etc/x/*.conf", 10);

    private static Outcome.CommandEnded said(String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
    }

    /** Before patterns told themselves what they cannot look at, a script listed the files. */
    @Test
    void anEarlierListingTellsWhatAPatternLeftOut() {
        HostRecording recording = recording(
                Operation.RunCommand.of(
                        Duration.ZERO, "sh", "-c", "stat -L -c '%Y %f %n' -- /etc/x/*.conf 2>/dev/null\nexit 0\n"),
                said("shut /etc/x\n77 81a4 /etc/x/b.conf\n78 21b6 /etc/x/a.conf\n79 8180 /etc/x/c.conf\n"),
                CONFS,
                new Outcome.FilesFound(List.of(new Outcome.NamedFile("/etc/x/b.conf", Bytes.ofUtf8("B")))));

        assertThat(recording.outcome(CONFS))
                .contains(new Outcome.FilesFound(
                        List.of(
                                new Outcome.NamedFile("/etc/x/a.conf", Bytes.EMPTY),
                                new Outcome.NamedFile("/etc/x/b.conf", Bytes.ofUtf8("B"))),
                        List.of(
                                unread("/etc/x/c.conf", "/etc/x/c.conf cannot be read"),
                                unread("/etc/x", "/etc/x cannot be looked into"))));
        assertThat(recording.outcome(ListedFile.listing(List.of("/etc/x/b.conf", "/etc/none"))))
                .contains(said("77 81a4 /etc/x/b.conf\n"));
    }

    private static Outcome.Unread unread(String path, String why) {
        return new Outcome.Unread(path, new Outcome.OperationFailed("EOTHER", why));
    }

    @Test
    void aFileThatAPatternFoundAnswersAQuestionForIt() {
        HostRecording recording = recording(
                CONFS,
                new Outcome.FilesFound(List.of(
                        new Outcome.NamedFile("/etc/x/a.conf", Bytes.ofUtf8("A")),
                        new Outcome.NamedFile("/etc/x/b.conf", Bytes.ofUtf8("B")))),
                ListedFile.listing(List.of("/etc/x/a.conf")),
                said("77 81a4 /etc/x/a.conf\n"));

        assertThat(recording.outcome(Operation.ReadFile.of("/etc/x/a.conf")))
                .contains(new Outcome.FileContent(Bytes.ofUtf8("A"), 0644, 0, 0, 77));
        assertThat(recording.outcome(Operation.ReadFile.of("/etc/x/b.conf")))
                .as("nothing tells its mode")
                .isEmpty();
    }

    @Test
    void onlyQuestionsAreKept() {
        assertThatThrownBy(() -> new Exchange(new Operation.ConfirmGuard("/x"), new Outcome.Done()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ConfirmGuard is no question");
    }
}
