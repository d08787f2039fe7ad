package dev.ibplay.transport.cli;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TerminalConnection;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A managed switch (MLNX-OS, Onyx) asked through its command line. The only operation is {@link RunCommand}, whose words, put
 * together by blanks, are one line: {@code show ib sm} or {@code ib sm sm-priority 12}. Questions ({@code show ...}) are asked in enable
 * mode, all other lines in configuration mode. Errors ({@code %} lines) are status 1 and stand on standard error. What a
 * command's standard input holds is the reply where the switch asks whether to continue; without it the answer is no. Everything
 * else is ENOSYS; a line that cannot be sent is EINVAL; a login without the mode that it needs is EACCES.
 *
 * <p>The lines of a batch go in one exec where answers can be told apart ({@link ExecFrame}), which is found out first; else, and
 * for lines with a reply, one after the other on a terminal. A batch that stops at a failure is one exec for each line.
 */
public final class SwitchSession implements HostSession {
    /** A switch has no {@code uname}: what MLNX-OS and Onyx, its later name, are called here. */
    public static final String SYSTEM = "MLNX-OS";

    private final ExecCommandLine exec;
    private final String host;
    private final TerminalConnection connection;
    private Optional<Boolean> execWorks = Optional.empty();
    private Optional<TerminalCommandLine> terminal = Optional.empty();

    private SwitchSession(String host, TerminalConnection connection) {
        this.host = host;
        this.connection = connection;
        this.exec = new ExecCommandLine(host, connection);
    }

    /**
     * Begins a session; asks nothing yet.
     *
     * @param host for messages
     * @param connection stays the caller's to close
     */
    public static SwitchSession open(String host, TerminalConnection connection) {
        return new SwitchSession(host, connection);
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        Deadline deadline = Deadline.in(timeLimit);
        return batch.stopAtFailure() ? untilFailure(batch.operations(), deadline) : all(batch.operations(), deadline);
    }

    private List<Outcome> untilFailure(List<Operation> operations, Deadline deadline) throws TransportException {
        List<Outcome> outcomes = new ArrayList<>();
        boolean failed = false;
        for (Operation operation : operations) {
            Outcome outcome = failed
                    ? new Outcome.Skipped()
                    : all(List.of(operation), deadline).getFirst();
            outcomes.add(outcome);
            failed = failed || !(outcome instanceof Outcome.CommandEnded ended && ended.succeeded());
        }
        return outcomes;
    }

    private List<Outcome> all(List<Operation> operations, Deadline deadline) throws TransportException {
        List<CliLine> lines = new ArrayList<>();
        for (Operation operation : operations) {
            if (objection(operation).isEmpty() && operation instanceof RunCommand command) {
                lines.add(CliLine.of(command));
            }
        }
        List<Outcome> answers =
                lines.isEmpty() ? List.of() : way(lines, deadline).run(lines, deadline);
        List<Outcome> outcomes = new ArrayList<>();
        int next = 0;
        for (Operation operation : operations) {
            Optional<Outcome> objection = objection(operation);
            outcomes.add(objection.isPresent() ? objection.get() : answers.get(next++));
        }
        return outcomes;
    }

    private static Optional<Outcome> objection(Operation operation) {
        return operation instanceof RunCommand command
                ? CliLine.objection(command).map(why -> new Outcome.OperationFailed("EINVAL", why))
                : Optional.of(new Outcome.OperationFailed("ENOSYS", "a switch has a command line only"));
    }

    private CommandLine way(List<CliLine> lines, Deadline deadline) throws TransportException {
        boolean replies = lines.stream().anyMatch(line -> line.reply().isPresent());
        if (replies || terminal.isPresent()) {
            return terminal(deadline);
        }
        if (execWorks.isEmpty()) {
            execWorks = Optional.of(exec.works(deadline));
        }
        return execWorks.get() ? exec : terminal(deadline);
    }

    private TerminalCommandLine terminal(Deadline deadline) throws TransportException {
        if (terminal.isEmpty()) {
            terminal = Optional.of(TerminalCommandLine.open(host, connection, deadline));
        }
        return terminal.get();
    }

    @Override
    public Optional<String> system() {
        return Optional.of(SYSTEM);
    }

    @Override
    public SessionCounts counts() {
        SessionCounts both = exec.counts().plus(new SessionCounts(1, 0, 0));
        return terminal.map(used -> both.plus(used.counts())).orElse(both);
    }

    /** Ends the terminal; the connection stays open. */
    @Override
    public void close() {
        terminal.ifPresent(TerminalCommandLine::close);
    }
}
