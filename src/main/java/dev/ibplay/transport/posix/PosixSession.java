package dev.ibplay.transport.posix;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A host asked through one {@code sh} for the whole session. Batches are written to its standard input as they come; its
 * answers are framed by random markers on standard output and error, and whatever is said outside of them is skipped.
 *
 * <p>Needs a POSIX shell and {@code stat -c}, {@code head -c}, {@code readlink -f}, {@code cmp} or {@code sha256sum}: GNU or
 * busybox; for guards and locks also {@code ln}, {@code date}, {@code grep}, {@code tail} and Linux's {@code /proc} or ESXi.
 * Nothing is left on the host but guards. Port queries are not possible: they answer ENOSYS.
 *
 * <p>On ESXi ({@code uname -s} says VMkernel) processes have no start time: it is 0 where they are listed, and whom a signal goes
 * to is told by the number alone, which ESXi does not use again in practice. Their names and arguments are those of {@code ps -c}, cut
 * at blanks. Interfaces are not set by {@code SetLinkMtu} there: it answers ENOSYS.
 */
public final class PosixSession implements HostSession {
    /** What the login shell, or sudo, is to run; the shell reads its script from standard input. */
    public static final String COMMAND_LINE = "exec /bin/sh";

    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final int SHOWN_BYTES = 4096;

    private final String host;
    private final Channel channel;
    private final StreamPump stdout;
    private final StreamPump stderr;
    private final ScriptWriter writer;
    private final int connections;
    private int batches;
    private boolean moreFunctionsSent;
    private boolean broken;
    private Optional<String> system = Optional.empty();

    private PosixSession(String host, Channel channel, int connections) {
        this.host = host;
        this.channel = channel;
        this.connections = connections;
        stdout = StreamPump.start(channel.stdout(), host + " stdout");
        stderr = StreamPump.start(channel.stderr(), host + " stderr");
        writer = new ScriptWriter(channel.stdin(), host + " stdin");
    }

    /**
     * Starts the shell. Does not wait for it: the first batch does.
     *
     * @param host for messages
     * @param connection stays the caller's to close
     */
    public static PosixSession open(String host, Connection connection) throws TransportException {
        return open(host, connection, COMMAND_LINE);
    }

    /**
     * The same on a host whose system is known.
     *
     * @param system as {@code uname -s} names it
     */
    public static PosixSession open(String host, Connection connection, Optional<String> system)
            throws TransportException {
        PosixSession session = open(host, connection);
        session.system = system;
        return session;
    }

    /** Keeps the host's system as {@code uname -s} has named it in this session. */
    public PosixSession on(String named) {
        system = Optional.of(named);
        return this;
    }

    @Override
    public Optional<String> system() {
        return system;
    }

    /**
     * The same with another shell.
     *
     * @param commandLine starts a POSIX shell that reads its script from standard input
     */
    public static PosixSession open(String host, Connection connection, String commandLine) throws TransportException {
        return new PosixSession(host, connection.start(commandLine), connection.isLocal() ? 0 : 1);
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        if (broken) {
            throw failure(TransportException.Kind.FAR_END_BROKEN, "the session has failed before", "open a new one");
        }
        Marker marker = Marker.random();
        String script = BatchScript.of(batch, marker);
        writer.write(missingFunctions(batch) + script);
        batches++;
        long deadline = System.nanoTime() + timeLimit.toNanos();
        byte[] wanted = marker.tagBytes("done");
        try {
            awaitBoth(wanted, deadline, marker);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failure(TransportException.Kind.CONNECTION_LOST, "interrupted while waiting for the host", "");
        }
        return outcomes(batch, stdout.take(), stderr.take(), marker);
    }

    /** Functions are sent once, before the first batch that needs them. */
    private String missingFunctions(Batch batch) {
        String base = batches == 0 ? BatchScript.functions() : "";
        if (moreFunctionsSent || !BatchScript.needsMoreFunctions(batch)) {
            return base;
        }
        moreFunctionsSent = true;
        return base + BatchScript.moreFunctions();
    }

    private void awaitBoth(byte[] wanted, long deadline, Marker marker)
            throws InterruptedException, TransportException {
        for (StreamPump pump : List.of(stdout, stderr)) {
            StreamPump.End end = pump.await(wanted, Duration.ofNanos(deadline - System.nanoTime()));
            switch (end) {
                case FOUND -> {}
                case TIMED_OUT ->
                    throw failure(
                            TransportException.Kind.TIMED_OUT,
                            "no answer from the shell within the time limit",
                            "is the host overloaded, or does a start-up file of the login wait for input?");
                case BROKEN ->
                    throw failure(TransportException.Kind.CONNECTION_LOST, "the connection was lost", "try again");
                case OVERFLOWED ->
                    throw failure(
                            TransportException.Kind.FAR_END_BROKEN,
                            "the host said more than " + (StreamPump.LIMIT >> 20) + " MiB in one batch",
                            "what does the login's start-up file print?");
                case ENDED -> {
                    stdout.awaitOver(LAST_WORDS);
                    stderr.awaitOver(LAST_WORDS);
                    throw failure(
                            TransportException.Kind.FAR_END_BROKEN,
                            "the shell ended before it answered" + lastWords(marker),
                            "does `sh` work for this login, and is the login allowed to run commands?");
                }
            }
        }
    }

    private List<Outcome> outcomes(Batch batch, byte[] output, byte[] errors, Marker marker) throws TransportException {
        List<List<Segment>> said = byOperation(Segment.cut(output, marker));
        List<List<Segment>> complained = byOperation(Segment.cut(errors, marker));
        int count = batch.operations().size();
        List<Outcome> outcomes = new ArrayList<>(count);
        for (int i = 0; i < count && i < said.size() && i < complained.size(); i++) {
            Bytes errorText = complained.get(i).getLast().content();
            OutcomeReader.read(batch.operations().get(i), said.get(i), errorText)
                    .ifPresent(outcomes::add);
        }
        if (outcomes.size() != count || said.size() != count || complained.size() != count) {
            throw failure(
                    TransportException.Kind.FAR_END_BROKEN,
                    "the shell's answers do not fit the questions" + tail(errors, marker),
                    "is `sh` on that host a POSIX shell with the usual tools?");
        }
        return outcomes;
    }

    /** The segments up to each {@code end} tag; that one itself stays, as it carries what was left to say. */
    private static List<List<Segment>> byOperation(List<Segment> segments) {
        List<List<Segment>> all = new ArrayList<>();
        List<Segment> one = new ArrayList<>();
        for (Segment segment : segments) {
            one.add(segment);
            if (segment.tag().equals("end")) {
                all.add(List.copyOf(one));
                one.clear();
            }
        }
        return all;
    }

    /**
     * What to show when the shell ended: standard error, and standard output only if the batch did not begin, since from
     * there on it holds the contents of files, which may be secret.
     */
    private String lastWords(Marker marker) {
        byte[] errors = stderr.take();
        byte[] output = stdout.take();
        boolean began = Segment.indexOf(output, marker.tagBytes("begin"), 0) >= 0;
        String words = tail(errors, marker) + (began ? "" : tail(output, marker));
        return words.isEmpty() ? " and said nothing" : words;
    }

    /** The end of it, without the lines that are there for this side only. */
    private static String tail(byte[] said, Marker marker) {
        int from = Math.max(0, said.length - SHOWN_BYTES);
        String text = new String(said, from, said.length - from, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.contains(marker.firstHalf() + marker.secondHalf()))
                .collect(Collectors.joining("\n"))
                .strip();
        return text.isEmpty() ? "" : "; it said: " + text;
    }

    private TransportException failure(TransportException.Kind kind, String message, String hint) {
        broken = true;
        channel.close();
        return new TransportException(host, kind, message, hint.isEmpty() ? Optional.empty() : Optional.of(hint));
    }

    /** A round trip for the start and one for each batch. */
    @Override
    public SessionCounts counts() {
        return new SessionCounts(connections, 1, 1 + batches);
    }

    /** Ends the shell; the connection stays open. */
    @Override
    public void close() {
        writer.close();
        channel.close();
    }
}
