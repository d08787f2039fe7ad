package dev.ibplay.transport.cli;

import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TerminalConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lines typed into the command line on a terminal, each when the one before has been answered. */
final class TerminalCommandLine implements CommandLine {
    private static final int COLUMNS = 512;
    private static final int ROWS = 1000;
    private static final Duration LOGIN_LIMIT = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration BREAK_LIMIT = Duration.ofSeconds(5);

    /** Old releases have only the second one; a pager that stops all the same is told to go on. */
    private static final List<String> PAGING_OFF = List.of("no cli session paging enable", "terminal length 999");

    private final String host;
    private final Dialogue dialogue;
    private final Channel channel;
    private Optional<Outcome> noEnable = Optional.empty();

    private TerminalCommandLine(String host, Channel channel) {
        this.host = host;
        this.channel = channel;
        this.dialogue = new Dialogue(host, channel);
    }

    /** Opens a terminal, waits for its prompt and enters enable mode. */
    static TerminalCommandLine open(String host, TerminalConnection connection, Deadline deadline)
            throws TransportException {
        TerminalCommandLine opened = new TerminalCommandLine(host, connection.startTerminal(COLUMNS, ROWS));
        boolean ready = false;
        try {
            opened.prepare(deadline);
            ready = true;
            return opened;
        } finally {
            if (!ready) {
                opened.close();
            }
        }
    }

    private void prepare(Deadline deadline) throws TransportException {
        if (!dialogue.begin(deadline.atMost(LOGIN_LIMIT))) {
            throw silent("no prompt from the switch's command line");
        }
        boolean paging = true;
        for (int i = 0; i < PAGING_OFF.size() && paging; i++) {
            paging = ask(PAGING_OFF.get(i), deadline).stream().anyMatch(CliAnswer::isError);
        }
        if (!dialogue.prompt().privileged()) {
            List<String> said = ask(Dialogue.ENABLE, deadline);
            if (!dialogue.prompt().privileged()) {
                noEnable = Optional.of(CliAnswer.noAccess("enable mode", String.join(" ", said)));
            }
        }
    }

    /** A line of our own, which is answered at once. */
    private List<String> ask(String text, Deadline deadline) throws TransportException {
        Dialogue.Answer answer = dialogue.say(new CliLine(text, Optional.empty(), LIMIT), deadline.atMost(LIMIT));
        if (!answer.complete()) {
            throw silent("no answer to \"" + text + "\"");
        }
        return answer.lines();
    }

    @Override
    public List<Outcome> run(List<CliLine> lines, Deadline deadline) throws TransportException {
        List<Outcome> outcomes = new ArrayList<>();
        for (CliLine line : lines) {
            outcomes.add(run(line, deadline));
        }
        return outcomes;
    }

    private Outcome run(CliLine line, Deadline deadline) throws TransportException {
        if (noEnable.isPresent()) {
            return noEnable.get();
        }
        if (line.changes() && !dialogue.prompt().configuring()) {
            List<String> said = ask("configure terminal", deadline);
            if (!dialogue.prompt().configuring()) {
                return CliAnswer.noAccess("configuration mode", String.join(" ", said));
            }
        }
        Dialogue.Answer answer = dialogue.say(line, deadline.atMost(line.limit()));
        if (answer.complete()) {
            return answer.refused()
                    .map(question -> CliAnswer.unanswered(answer.lines(), question))
                    .orElseGet(() -> CliAnswer.of(answer.lines()));
        }
        if (deadline.isOver() || !dialogue.breakOff(deadline.atMost(BREAK_LIMIT))) {
            throw silent("no answer to \"" + line.text() + "\"");
        }
        return CliAnswer.timedOut(answer.lines());
    }

    private TransportException silent(String what) {
        close();
        String said = dialogue.lastWords();
        return new TransportException(
                host,
                Kind.TIMED_OUT,
                what + " within the time limit" + (said.isEmpty() ? "" : "; it said last: " + said),
                Optional.of("Is the switch still starting? Log in by hand and see what it asks"));
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(0, 1, dialogue.exchanges());
    }

    @Override
    public void close() {
        channel.close();
    }
}
