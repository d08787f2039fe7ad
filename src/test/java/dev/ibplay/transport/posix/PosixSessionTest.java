package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The conversation itself: framing, noise, cut and broken connections. */
class PosixSessionTest {
    private static final Duration TEN = Duration.ofSeconds(10);
    private static final Batch HELLO = Batch.of(List.of(RunCommand.of(TEN, "echo", "hello")));
    private static final Outcome HELLO_SAID =
            new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8("hello\n"), Bytes.EMPTY);

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void asksManyBatchesThroughOneShell(Shell shell) throws TransportException {
        try (PosixSession session = shell.open()) {
            for (int i = 0; i < 5; i++) {
                assertThat(session.run(HELLO, Shell.LIMIT)).containsExactly(HELLO_SAID);
            }
            assertThat(session.run(Batch.of(List.of()), Shell.LIMIT)).isEmpty();
            assertThat(session.counts()).isEqualTo(new SessionCounts(0, 1, 7));
        }
    }

    @ParameterizedTest
    @EnumSource
    void skipsWhatStartUpFilesSay(Shell shell) throws TransportException {
        String noise = "printf 'Welcome\\n\\0\\377 {\\r\\n'; printf 'stty: standard input\\n' >&2; echo; ";
        assertThat(shell.ask(noise, RunCommand.of(TEN, "echo", "hello"))).isEqualTo(HELLO_SAID);
    }

    @ParameterizedTest
    @EnumSource
    void skipsAnEchoOfItsOwnScript(Shell shell) throws TransportException {
        try (PosixSession session = PosixSession.open(
                "here", ProcessConnection.plain(), "tee /dev/stderr | { " + shell.commandLine() + "; }")) {
            List<Outcome> outcomes = session.run(HELLO, Shell.LIMIT);
            assertThat(outcomes).hasSize(1);
            assertThat(((Outcome.CommandEnded) outcomes.getFirst()).stdout().lossyText())
                    .isEqualTo("hello\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void skipsWhatAStrayProcessSaysBetweenBatches(Shell shell) throws TransportException {
        Path fifo = folder.resolve("go");
        RunCommand stray = RunCommand.of(
                TEN, "sh", "-c", "mkfifo $1; { read x <$1; echo stray; echo >$1; } & ", "sh", fifo.toString());
        RunCommand release = RunCommand.of(TEN, "sh", "-c", "echo >$1; read x <$1", "sh", fifo.toString());
        try (PosixSession session = shell.open()) {
            session.run(Batch.of(List.of(stray)), Shell.LIMIT);
            session.run(Batch.of(List.of(release)), Shell.LIMIT);
            assertThat(session.run(HELLO, Shell.LIMIT)).containsExactly(HELLO_SAID);
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNothingWhenTheScriptIsCut(Shell shell) throws IOException, InterruptedException {
        Path trace = folder.resolve("trace");
        Batch batch = Batch.of(List.of(
                RunCommand.of(TEN, "touch", trace.toString()),
                new Operation.ReplaceFile(trace.toString(), Optional.empty(), Bytes.ofUtf8("x\ny\n"), 0644)));
        String script = BatchScript.functions() + BatchScript.of(batch, Marker.random());
        int batchLength = BatchScript.of(batch, Marker.random()).length();
        // At every line end of the batch, and in the middle of the closing line.
        for (int cut = script.length() - batchLength; cut < script.length() - 1; cut++) {
            if (script.charAt(cut) == '\n' || cut > script.length() - 16) {
                feed(shell, script.substring(0, cut));
                assertThat(trace).as("cut at %d", cut).doesNotExist();
            }
        }
        feed(shell, script);
        assertThat(trace).exists();
    }

    private static void feed(Shell shell, String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/sh", "-c", shell.commandLine())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(script.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void saysWhatWasSaidWhenThereIsNoShell() throws TransportException {
        TransportException failure = failureOf("echo this account is locked; echo go away >&2; exit 1", TEN);
        assertThat(failure.kind()).isEqualTo(TransportException.Kind.FAR_END_BROKEN);
        assertThat(failure).hasMessageContaining("this account is locked").hasMessageContaining("go away");
        assertThat(failure.host()).isEqualTo("here");
        assertThat(failure.hint()).isPresent();
    }

    @Test
    void showsOnlyTheEndOfALongSpeech() throws TransportException {
        TransportException failure = failureOf("i=0; while [ $i -lt 9999 ]; do echo $i; i=$((i+1)); done", TEN);
        assertThat(failure.getMessage()).hasSizeLessThan(4300).endsWith("9998");
    }

    @Test
    void doesNotShowWhatWasReadBeforeTheShellDied() throws TransportException, IOException {
        Path secret = folder.resolve("key");
        Files.writeString(secret, "sm_key 0x123456");
        Batch batch = Batch.of(
                List.of(Operation.ReadFile.of(secret.toString()), RunCommand.of(TEN, "sh", "-c", "kill -9 $PPID")));
        try (PosixSession session =
                PosixSession.open("here", ProcessConnection.plain(), "PATH=" + folder + ":$PATH sh")) {
            Files.writeString(folder.resolve("timeout"), "#!/bin/sh\nexit 1\n");
            assertThat(folder.resolve("timeout").toFile().setExecutable(true)).isTrue();
            TransportException failure =
                    catchThrowableOfType(TransportException.class, () -> session.run(batch, Shell.LIMIT));
            assertThat(failure.kind()).isEqualTo(TransportException.Kind.FAR_END_BROKEN);
            assertThat(failure.getMessage()).doesNotContain("sm_key");
        }
    }

    @Test
    void givesUpOnAHostThatDoesNotAnswer() throws TransportException {
        assertThat(failureOf("exec sleep 60", Duration.ofMillis(300)).kind())
                .isEqualTo(TransportException.Kind.TIMED_OUT);
    }

    @Test
    void givesUpOnAHostThatDoesNotEvenRead() throws TransportException {
        Batch large = Batch.of(List.of(new RunCommand(List.of("cat"), Bytes.of(new byte[1 << 20]), TEN)));
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), "exec sleep 60")) {
            TransportException failure =
                    catchThrowableOfType(TransportException.class, () -> session.run(large, Duration.ofMillis(300)));
            assertThat(failure.kind()).isEqualTo(TransportException.Kind.TIMED_OUT);
            TransportException again =
                    catchThrowableOfType(TransportException.class, () -> session.run(large, Duration.ofMillis(300)));
            assertThat(again.kind()).isEqualTo(TransportException.Kind.FAR_END_BROKEN);
        }
    }

    @Test
    void givesUpOnEndlessSpeech() throws TransportException {
        assertThat(failureOf("exec cat /dev/zero", Duration.ofSeconds(20)).kind())
                .isEqualTo(TransportException.Kind.FAR_END_BROKEN);
    }

    private static TransportException failureOf(String commandLine, Duration limit) throws TransportException {
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), commandLine)) {
            return catchThrowableOfType(TransportException.class, () -> session.run(HELLO, limit));
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsNoPackets(Shell shell) throws TransportException {
        MadPort port = new MadPort("mlx5_0", 1);
        Operation subnet =
                new Operation.SubnetQuery(port, new SmpAddress.ByLid(1), 0x20, 0, MadKey.NONE, MadTiming.DEFAULT);
        Operation administration =
                new Operation.AdministrationQuery(port, 0x38, 0, Bytes.EMPTY, MadKey.NONE, MadTiming.DEFAULT);
        try (PosixSession session = shell.open()) {
            assertThat(session.run(Batch.of(List.of(subnet, administration)), Shell.LIMIT))
                    .allSatisfy(outcome -> assertThat(outcome)
                            .isInstanceOfSatisfying(
                                    Outcome.OperationFailed.class,
                                    failed -> assertThat(failed.errno()).isEqualTo("ENOSYS")));
        }
    }
}
