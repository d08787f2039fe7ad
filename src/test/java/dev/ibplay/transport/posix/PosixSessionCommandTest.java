package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PosixSessionCommandTest {
    private static final Duration TEN = Duration.ofSeconds(10);

    @TempDir
    Path folder = Path.of("");

    private static Outcome.CommandEnded ended(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.CommandEnded.class);
        return (Outcome.CommandEnded) outcome;
    }

    private static Outcome.CommandEnded sh(Shell shell, String script) throws TransportException {
        return ended(shell.ask(RunCommand.of(TEN, "sh", "-c", script)));
    }

    @ParameterizedTest
    @EnumSource
    void keepsOutputAndErrorsApart(Shell shell) throws TransportException {
        assertThat(sh(shell, "printf out; printf err >&2; exit 3"))
                .isEqualTo(
                        new Outcome.CommandEnded(new CommandEnd.Exited(3), Bytes.ofUtf8("out"), Bytes.ofUtf8("err")));
    }

    @ParameterizedTest
    @EnumSource
    void runsInTheRootFolderInTheCLocale(Shell shell) throws TransportException {
        assertThat(sh(shell, "pwd; echo $LC_ALL").stdout().lossyText()).isEqualTo("/\nC\n");
    }

    @ParameterizedTest
    @EnumSource
    void handsOverArgumentsAsTheyAre(Shell shell) throws TransportException {
        String odd = "a'b \"$HOME` \\ * \n\t\u0001\u0081ü€😀 ";
        RunCommand command = RunCommand.of(TEN, "printf", "%s|%s|%s", odd, "", "-n");
        assertThat(ended(shell.ask(command)).stdout().utf8()).contains(odd + "||-n");
    }

    @ParameterizedTest
    @EnumSource
    void handsOverEveryByteOfStandardInput(Shell shell) throws TransportException {
        byte[] bytes = new byte[256 * 256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + i / 256);
        }
        RunCommand command = new RunCommand(List.of("cat"), Bytes.of(bytes), TEN);
        assertThat(ended(shell.ask(command)).stdout()).isEqualTo(Bytes.of(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void startsProgramsOnly(Shell shell) throws TransportException {
        assertThat(shell.ask(RunCommand.of(TEN, "no-such-program", "x")))
                .isEqualTo(new Outcome.OperationFailed("ENOENT", "cannot start no-such-program"));
        assertThat(shell.ask(RunCommand.of(TEN, "ib_tag", "x"))).isInstanceOf(Outcome.OperationFailed.class);
        assertThat(shell.ask(RunCommand.of(TEN, "set"))).isInstanceOf(Outcome.OperationFailed.class);
        assertThat(shell.ask(RunCommand.of(TEN, "/etc/passwd")))
                .isEqualTo(new Outcome.OperationFailed("EACCES", "cannot start /etc/passwd"));
        assertThat(shell.ask(RunCommand.of(TEN, "echo", "\0")))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed -> assertThat(failed.errno()).isEqualTo("EINVAL"));
    }

    @ParameterizedTest
    @EnumSource
    void doesNotLetACommandReadTheScript(Shell shell) throws TransportException {
        try (PosixSession session = shell.open()) {
            List<Outcome> outcomes = session.run(
                    Batch.of(List.of(RunCommand.of(TEN, "cat"), RunCommand.of(TEN, "echo", "still here"))),
                    Shell.LIMIT);
            assertThat(ended(outcomes.getFirst()).stdout()).isEqualTo(Bytes.EMPTY);
            assertThat(ended(outcomes.getLast()).stdout().lossyText()).isEqualTo("still here\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesMegabytes(Shell shell) throws TransportException {
        byte[] bytes = new byte[3 << 20];
        long seed = System.nanoTime();
        new Random(seed).nextBytes(bytes);
        RunCommand command = new RunCommand(List.of("cat"), Bytes.of(bytes), Duration.ofMinutes(1));
        assertThat(ended(shell.ask(command)).stdout()).as("seed %d", seed).isEqualTo(Bytes.of(bytes));
    }

    @ParameterizedTest
    @EnumSource
    void tellsSignalsFromStatuses(Shell shell) throws TransportException {
        assertThat(sh(shell, "kill -TERM $$"))
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.Signalled(15), Bytes.EMPTY, Bytes.EMPTY));
        assertThat(sh(shell, "kill -KILL $$").end()).isEqualTo(new CommandEnd.Signalled(9));
        assertThat(sh(shell, "exit 255").end()).isEqualTo(new CommandEnd.Exited(255));
        assertThat(sh(shell, "exit 158").end()).isEqualTo(new CommandEnd.Exited(158));
        assertThat(sh(shell, "exit 124").end()).isEqualTo(new CommandEnd.Exited(124));
        assertThat(sh(shell, "exit 127").end()).isEqualTo(new CommandEnd.Exited(127));
    }

    @ParameterizedTest
    @EnumSource
    void endsACommandAtItsLimit(Shell shell) throws TransportException {
        RunCommand command = RunCommand.of(Duration.ofSeconds(1), "sh", "-c", "echo begun; exec sleep 60");
        assertThat(shell.ask(command))
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.ofUtf8("begun\n"), Bytes.EMPTY));
    }

    /** One shell for each kind of timeout: GNU's and busybox's. */
    @ParameterizedTest
    @EnumSource(names = {"DASH", "BUSYBOX"})
    void endsACommandThatIgnoresTheSignal(Shell shell) throws TransportException {
        RunCommand command =
                RunCommand.of(Duration.ofSeconds(1), "sh", "-c", "trap '' TERM; while :; do sleep 1; done");
        assertThat(ended(shell.ask(command)).end()).isEqualTo(new CommandEnd.TimedOut());
    }

    @ParameterizedTest
    @EnumSource
    void worksWithTheOldTimeoutOfBusybox(Shell shell) throws TransportException, IOException {
        String strict = """
                #!/bin/sh
                [ "$1" = -t ] && [ "$3" = -s ] || exit 1
                t=$2; s=$4; shift 4
                exec /usr/bin/timeout -s $s $t "$@"
                """;
        String path = program("timeout", strict);
        limitsCommands(shell, path);
    }

    @ParameterizedTest
    @EnumSource
    void worksWithATimeoutThatKnowsNoKillAfter(Shell shell) throws TransportException, IOException {
        String strict = """
                #!/bin/sh
                [ "$1" = -s ] || exit 1
                exec /usr/bin/timeout "$@"
                """;
        limitsCommands(shell, program("timeout", strict));
    }

    @ParameterizedTest
    @EnumSource
    void worksWithoutTimeout(Shell shell) throws TransportException, IOException {
        limitsCommands(shell, program("timeout", "#!/bin/sh\nexit 1\n"));
        String path = program("timeout", "#!/bin/sh\nexit 1\n");
        RunCommand stubborn =
                RunCommand.of(Duration.ofSeconds(1), "sh", "-c", "trap '' TERM; while :; do sleep 1; done");
        assertThat(ended(askWithPath(shell, path, stubborn)).end()).isEqualTo(new CommandEnd.TimedOut());
        RunCommand input = new RunCommand(List.of("cat"), Bytes.ofUtf8("in"), TEN);
        assertThat(ended(askWithPath(shell, path, input)).stdout()).isEqualTo(Bytes.ofUtf8("in"));
    }

    private static void limitsCommands(Shell shell, String path) throws TransportException {
        RunCommand late = RunCommand.of(Duration.ofSeconds(1), "sleep", "60");
        assertThat(ended(askWithPath(shell, path, late)).end()).isEqualTo(new CommandEnd.TimedOut());
        RunCommand status = RunCommand.of(TEN, "sh", "-c", "echo e >&2; exit 7");
        assertThat(askWithPath(shell, path, status))
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.Exited(7), Bytes.EMPTY, Bytes.ofUtf8("e\n")));
        RunCommand killed = RunCommand.of(TEN, "sh", "-c", "kill -9 $$");
        assertThat(ended(askWithPath(shell, path, killed)).end()).isEqualTo(new CommandEnd.Signalled(9));
    }

    /** The session's own shell comes from {@code commandLine}; its tools first from {@code path}. */
    private static Outcome askWithPath(Shell shell, String path, Operation operation) throws TransportException {
        String commandLine = shell.commandLine().replace("exec ", "PATH=" + path + ":$PATH; export PATH; exec ");
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), commandLine)) {
            return session.run(Batch.of(List.of(operation)), Shell.LIMIT).getFirst();
        }
    }

    private String program(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder.toString();
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheFirstFailureWhenAsked(Shell shell) throws TransportException {
        List<Operation> operations = List.of(
                RunCommand.of(TEN, "true"),
                Operation.ReadFile.of("/no/such/file"),
                RunCommand.of(TEN, "false"),
                RunCommand.of(TEN, "true"),
                Operation.ReadFile.of("/etc/passwd"));
        try (PosixSession session = shell.open()) {
            List<Outcome> stopped = session.run(new Batch(operations, true), Shell.LIMIT);
            assertThat(stopped.get(1)).isEqualTo(new Outcome.FileAbsent());
            assertThat(stopped.get(2)).isInstanceOf(Outcome.CommandEnded.class);
            assertThat(stopped.subList(3, 5)).containsOnly(new Outcome.Skipped());
            List<Outcome> all = session.run(new Batch(operations, false), Shell.LIMIT);
            assertThat(all).doesNotContain(new Outcome.Skipped());
        }
    }
}
