package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TerminalConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.cli.SwitchSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Opens a managed switch. One that the inventory does not name says first that it is of the kind that is known here. */
final class SwitchEnd {
    /** The management of an old switch takes its time. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Operation VERSION = Operation.RunCommand.of(Duration.ofSeconds(30), "show", "version");

    /** Other vendors' errors begin with a percent sign, too. */
    private static final Pattern KNOWN = Pattern.compile("(?i)mlnx|mellanox|onyx|fabricit|nvidia");

    private SwitchEnd() {}

    static HostSession open(String host, Connection login, boolean isDeclared) throws TransportException {
        if (!(login instanceof TerminalConnection terminal)) {
            throw new TransportException(
                    host,
                    Kind.WRONG_PLATFORM,
                    "a switch is reached by SSH only",
                    Optional.of("Leave ansible_connection out, or set ibplay_connection: ssh"));
        }
        SwitchSession session = SwitchSession.open(host, terminal);
        boolean isRight = false;
        try {
            isRight = isDeclared || !isOther(session);
        } finally {
            if (!isRight) {
                session.close();
            }
        }
        if (!isRight) {
            throw new TransportException(
                    host,
                    Kind.NOT_MANAGED,
                    "a switch that runs neither MLNX-OS nor Onyx by its `show version`: not managed; if it does,"
                            + " ibplay_platform: mlnxos says so",
                    Optional.empty());
        }
        return session;
    }

    private static boolean isOther(SwitchSession session) throws TransportException {
        Outcome version = session.run(Batch.of(List.of(VERSION)), LIMIT).getFirst();
        return version instanceof Outcome.CommandEnded ended
                && ended.succeeded()
                && !ended.stdout().lossyText().isBlank()
                && !KNOWN.matcher(ended.stdout().lossyText()).find();
    }
}
