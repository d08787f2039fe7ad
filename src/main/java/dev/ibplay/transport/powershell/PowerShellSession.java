package dev.ibplay.transport.powershell;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.RandomHex;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.posix.ScriptWriter;
import dev.ibplay.transport.posix.StreamPump;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A Windows host asked through Windows PowerShell, one exec for each batch. The command line is always the same and means the
 * same to cmd, to PowerShell and to bash: it holds a small script in base64, which takes the batch's own script from
 * standard input. So there is no limit to a batch (cmd's lines end at 8191 characters), and no file is left on the host but those of
 * guards.
 *
 * <p>Needs Windows PowerShell 2.0 (Windows 7, Server 2008 R2) or later in full language mode. There is no sudo: the login
 * needs an administrator's rights. Packets, signals and what only Linux has are ENOSYS; a file that is
 * created gets the rights of its folder, whatever mode is asked for. Paths below {@code /var/lib/ibplay}, the folder of all hosts, mean
 * {@code %ProgramData%\ibplay} here, which SYSTEM and Administrators may read only.
 *
 * <p>A lock is held by the process of the batch that took it, which goes on for that until the session is closed or lost. A guard is a
 * task of the scheduler that runs as SYSTEM, outside of sshd's job, and begins again with the host: then it undoes its change.
 */
public final class PowerShellSession implements HostSession {
    /** What {@code %OS%} says on every Windows since NT. */
    public static final String SYSTEM = "Windows_NT";

    /** cmd.exe takes no longer line (Microsoft's KB 830473). */
    static final int LONGEST_LINE = 8191;

    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final int SHOWN_CHARACTERS = 2048;
    private static final int NO_SCRIPT = 97;
    private static final int MARKER_DIGITS = 32;

    /** An error shows the line that it is about, and contents of files are base64 there. */
    private static final Pattern CONTENTS = Pattern.compile("[A-Za-z0-9+/=]{40,}");

    private final String host;
    private final Connection connection;
    private final List<Channel> holders = new ArrayList<>();
    private int batches;

    private PowerShellSession(String host, Connection connection) {
        this.host = host;
        this.connection = connection;
    }

    /**
     * A session; nothing travels before the first batch.
     *
     * @param host for messages
     * @param connection stays the caller's to close
     */
    public static PowerShellSession open(String host, Connection connection) {
        return new PowerShellSession(host, connection);
    }

    /** The script that starts every batch, as it is sent: without its comments. */
    public static String bootstrap() {
        return ScriptText.resource("bootstrap.ps1");
    }

    /** The line that starts PowerShell for a batch, whatever the login's shell is. */
    static String commandLine() {
        return "powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -InputFormat Text -OutputFormat Text"
                + " -EncodedCommand " + ScriptText.encodedCommand(bootstrap());
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        if (batch.operations().isEmpty()) {
            return List.of();
        }
        long deadline = System.nanoTime() + timeLimit.toNanos();
        String marker = RandomHex.digits(MARKER_DIGITS);
        batches++;
        Channel channel = connection.start(commandLine());
        boolean holds = false;
        try (ScriptWriter writer = new ScriptWriter(channel.stdin(), host + " stdin")) {
            writer.write(ScriptText.onStandardInput(BatchScript.of(batch, marker)));
            // The far end reads until its input ends.
            writer.close();
            List<Outcome> outcomes = answers(batch, channel, marker, deadline);
            holds = holdsLock(batch, outcomes);
            return outcomes;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failure(Kind.CONNECTION_LOST, "interrupted while waiting for the host", "");
        } finally {
            if (holds) {
                holders.add(channel);
            } else {
                channel.close();
            }
        }
    }

    /** Then its process holds the lock, for as long as it runs. */
    private static boolean holdsLock(Batch batch, List<Outcome> outcomes) {
        return IntStream.range(0, outcomes.size())
                .anyMatch(
                        i -> BatchScript.isLock(batch.operations().get(i)) && outcomes.get(i) instanceof Outcome.Done);
    }

    private List<Outcome> answers(Batch batch, Channel channel, String marker, long deadline)
            throws InterruptedException, TransportException {
        StreamPump stdout = StreamPump.start(channel.stdout(), host + " stdout");
        StreamPump stderr = StreamPump.start(channel.stderr(), host + " stderr");
        byte[] wanted = (marker + " " + BatchScript.DONE).getBytes(StandardCharsets.US_ASCII);
        StreamPump.End end = stdout.await(wanted, Duration.ofNanos(deadline - System.nanoTime()));
        String said = text(stdout);
        if (end == StreamPump.End.FOUND) {
            List<Outcome> outcomes = Answers.read(batch.operations(), said, marker);
            if (outcomes.size() == batch.operations().size()) {
                return outcomes;
            }
            throw failure(
                    Kind.FAR_END_BROKEN,
                    "PowerShell's answers do not fit the questions" + shown(text(stderr)),
                    "does something else write to the output of PowerShell on that host?");
        }
        throw switch (end) {
            case FOUND, ENDED -> {
                stderr.awaitOver(LAST_WORDS);
                yield ended(channel.waitFor(LAST_WORDS), said, text(stderr), marker);
            }
            case TIMED_OUT ->
                failure(
                        Kind.TIMED_OUT,
                        "no answer from PowerShell within the time limit",
                        "is the host overloaded, or does a profile or a policy hold PowerShell up?");
            case BROKEN -> failure(Kind.CONNECTION_LOST, "the connection was lost", "try again");
            case OVERFLOWED ->
                failure(
                        Kind.FAR_END_BROKEN,
                        "the host said more than %d MiB in one batch".formatted(StreamPump.LIMIT >> 20),
                        "what prints so much?");
        };
    }

    private static String text(StreamPump pump) {
        return new String(pump.take(), StandardCharsets.UTF_8);
    }

    /** PowerShell is over before the batch is. What it said of the batch may be secret and is not shown. */
    private TransportException ended(CommandEnd end, String stdout, String stderr, String marker) {
        if (end.equals(new CommandEnd.Exited(NO_SCRIPT))) {
            return failure(
                    Kind.FAR_END_BROKEN,
                    "PowerShell did not get its script on standard input" + shown(stderr),
                    "does PowerShell on that host take input from a pipe: `echo 1 | powershell -Command $input`?");
        }
        String words = shown(stderr) + (stdout.contains(marker) ? "" : shown(stdout));
        return failure(
                Kind.FAR_END_BROKEN,
                "PowerShell ended %s before it answered%s"
                        .formatted(how(end), words.isEmpty() ? " and said nothing" : words),
                "is Windows PowerShell 2.0 or later there, and may this login run scripts in it?");
    }

    private static String how(CommandEnd end) {
        return switch (end) {
            case CommandEnd.Exited exited -> "with status " + exited.status();
            case CommandEnd.Signalled signalled -> "by signal " + signalled.signal();
            case CommandEnd.TimedOut ignored -> "its output";
        };
    }

    private static String shown(String said) {
        String plain = CONTENTS.matcher(Clixml.plain(said)).replaceAll("...");
        String last = plain.substring(Math.max(0, plain.length() - SHOWN_CHARACTERS));
        return last.isBlank() ? "" : "; it said: " + last.strip();
    }

    private TransportException failure(Kind kind, String message, String hint) {
        return new TransportException(host, kind, message, hint.isEmpty() ? Optional.empty() : Optional.of(hint));
    }

    @Override
    public Optional<String> system() {
        return Optional.of(SYSTEM);
    }

    /** An exec and a round trip for each batch. */
    @Override
    public SessionCounts counts() {
        return new SessionCounts(connection.isLocal() ? 0 : 1, batches, batches);
    }

    /** Ends the processes that hold locks, the only ones that run between batches; the connection stays open. */
    @Override
    public void close() {
        holders.forEach(Channel::close);
        holders.clear();
    }
}
