package dev.ibplay.transport.cli;

import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lines carried out by {@code cli -h}, many in one exec: one round trip, no pager and no prompt. */
final class ExecCommandLine implements CommandLine {
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(20);

    /** Some of what the switch's own parser may be able to take; the limit itself is not documented. */
    private static final int MAX_LINES = 24;

    private static final Duration LAST_WORDS = Duration.ofMillis(500);
    private static final int SHOWN_CHARACTERS = 400;
    private static final Duration START_LIMIT = Duration.ofSeconds(10);
    private static final String ENABLE = "enable";
    private static final Pattern PASSWORD = Pattern.compile("(?i)password");
    private static final String CONFIGURE = "configure terminal";

    private final String host;
    private final Connection connection;
    private int execs;

    ExecCommandLine(String host, Connection connection) {
        this.host = host;
        this.connection = connection;
    }

    /**
     * Whether answers can be told apart here: execs are allowed, {@code cli -h} is known, it goes on after an error, and errors name the
     * word. Changes nothing on the switch.
     */
    boolean works(Deadline deadline) throws TransportException {
        ExecFrame frame = ExecFrame.random();
        // The first line is an error itself, so that what comes behind an error is seen.
        List<String> commands = List.of(frame.word() + "probe", ENABLE);
        try {
            List<List<String>> ended =
                    said(frame, commands, deadline.atMost(PROBE_LIMIT)).ended();
            if (ended.size() == commands.size() && ended.getLast().stream().anyMatch(ExecCommandLine::wantsPassword)) {
                throw CliAnswer.enablePassword(host);
            }
            return ended.size() == commands.size();
        } catch (TransportException refused) {
            // A lost connection is found again by whoever tries the other way.
            return switch (refused.kind()) {
                case FAR_END_BROKEN, CONNECTION_LOST -> false;
                default -> throw refused;
            };
        }
    }

    /** The end of the input was the answer to that. */
    private static boolean wantsPassword(String line) {
        return PASSWORD.matcher(line).find();
    }

    @Override
    public List<Outcome> run(List<CliLine> lines, Deadline deadline) throws TransportException {
        List<Outcome> outcomes = new ArrayList<>();
        for (int from = 0; from < lines.size(); from += MAX_LINES) {
            outcomes.addAll(runAtOnce(lines.subList(from, Math.min(lines.size(), from + MAX_LINES)), deadline));
        }
        return outcomes;
    }

    private List<Outcome> runAtOnce(List<CliLine> lines, Deadline deadline) throws TransportException {
        List<String> commands = new ArrayList<>(List.of(ENABLE));
        boolean configuring = false;
        Duration limit = START_LIMIT;
        for (CliLine line : lines) {
            if (line.changes() && !configuring) {
                commands.add(CONFIGURE);
                configuring = true;
            }
            commands.add(line.text());
            limit = limit.plus(line.limit());
        }
        ExecFrame.Answers answers = said(ExecFrame.random(), commands, deadline.atMost(limit));
        if (answers.ended().size() < commands.size() && deadline.isOver()) {
            throw new TransportException(
                    host,
                    Kind.TIMED_OUT,
                    "no answer from the command line within the time limit",
                    Optional.of("Is the switch overloaded?"));
        }
        return outcomes(lines, answers);
    }

    private static List<Outcome> outcomes(List<CliLine> lines, ExecFrame.Answers answers) {
        List<Outcome> outcomes = new ArrayList<>();
        Optional<Outcome> refused = refusal("enable mode", answers.ended(), 0);
        int at = 1;
        boolean configuring = false;
        for (CliLine line : lines) {
            if (line.changes() && !configuring) {
                configuring = true;
                int own = at;
                refused = refused.or(() -> refusal("configuration mode", answers.ended(), own));
                at++;
            }
            outcomes.add(refused.orElse(outcome(line, answers, at)));
            at++;
        }
        return outcomes;
    }

    private static Optional<Outcome> refusal(String mode, List<List<String>> ended, int at) {
        return at < ended.size() && ended.get(at).stream().anyMatch(CliAnswer::isError)
                ? Optional.of(CliAnswer.noAccess(mode, String.join(" ", ended.get(at))))
                : Optional.empty();
    }

    private static Outcome outcome(CliLine line, ExecFrame.Answers answers, int at) {
        if (at < answers.ended().size()) {
            List<String> said = answers.ended().get(at);
            Optional<String> question = said.stream()
                    .filter(each -> line.changes() && CliAnswer.isConfirmation(each))
                    .findFirst();
            return question.isPresent()
                    ? CliAnswer.unanswered(said, question.get().strip())
                    : CliAnswer.of(said);
        }
        if (at == answers.ended().size()) {
            return CliAnswer.timedOut(answers.rest());
        }
        return new Outcome.OperationFailed(
                "ETIMEDOUT", "a line before it has not ended, so it is not known what became of: " + line.text());
    }

    private ExecFrame.Answers said(ExecFrame frame, List<String> commands, Deadline deadline)
            throws TransportException {
        execs++;
        try (Channel channel = connection.start(frame.commandLine(commands))) {
            // Whoever asks something meets the end of the input, and does not wait.
            channel.stdin().close();
            Heard stdout = Heard.listen(channel.stdout(), host + " cli");
            Heard stderr = Heard.listen(channel.stderr(), host + " cli errors");
            Heard.Stream end = stdout.awaitOver(deadline.leftNanos());
            ExecFrame.Answers answers = frame.cut(ScreenText.lines(stdout.latin1()), commands);
            if (answers.ended().size() < commands.size() && end != Heard.Stream.OPEN) {
                stderr.awaitOver(LAST_WORDS.toNanos());
                throw incomplete(end, stdout.latin1() + stderr.latin1());
            }
            return answers;
        } catch (IOException lost) {
            throw new TransportException(
                    host, Kind.CONNECTION_LOST, "the connection was lost", "Is the switch still up?", lost);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TransportException(
                    host, Kind.CONNECTION_LOST, "interrupted while waiting for the switch", Optional.empty());
        }
    }

    private TransportException incomplete(Heard.Stream end, String said) {
        String words = String.join("\n", ScreenText.lines(said)).strip();
        String shown = words.substring(0, Math.min(words.length(), SHOWN_CHARACTERS));
        String heard = shown.isEmpty() ? "" : "; it said: " + shown;
        return end == Heard.Stream.BROKEN
                ? new TransportException(
                        host,
                        Kind.CONNECTION_LOST,
                        "the switch broke off its answer" + heard,
                        Optional.of("Is the switch still up? Run again: what was applied is found, the rest is done"))
                : new TransportException(
                        host,
                        Kind.FAR_END_BROKEN,
                        "the switch's answers do not fit the questions" + heard,
                        Optional.of("Run again; does `cli -h` work for this login?"));
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(0, execs, execs);
    }

    /** Nothing: each exec has ended. */
    @Override
    public void close() {}
}
