package dev.ibplay.transport.ssh;

import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TerminalConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.ClientSession.ClientSessionEvent;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.session.ConnectionService;

/** One login on one host, for any number of commands. */
public final class SshConnection implements TerminalConnection {
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);
    private static final Duration FAREWELL_LIMIT = Duration.ofSeconds(2);

    private final String host;
    private final LoginRecord record;
    private final ClientSession session;
    private final AtomicInteger execs = new AtomicInteger();

    SshConnection(LoginRecord record, ClientSession session) {
        this.host = record.target().host();
        this.record = record;
        this.session = session;
    }

    /**
     * Starts a command with no terminal. Does not wait until the host has answered the request, which would cost a round
     * trip: a refusal shows when the output is read, or in {@link Channel#waitFor}.
     */
    @Override
    public Channel start(String commandLine) throws TransportException {
        try {
            ExecChannel channel = new ExecChannel(commandLine);
            session.getService(ConnectionService.class).registerChannel(channel);
            channel.open().verify(OPEN_LIMIT, CancelOption.CANCEL_ON_TIMEOUT);
            execs.incrementAndGet();
            return new SshChannel(record, session, channel);
        } catch (IOException | IllegalStateException e) {
            throw notStarted(e);
        }
    }

    @Override
    public Channel startTerminal(int columns, int rows) throws TransportException {
        try {
            SshTerminal terminal = SshTerminal.open(record, session, columns, rows, OPEN_LIMIT);
            execs.incrementAndGet();
            return terminal;
        } catch (IOException | IllegalStateException e) {
            throw notStarted(e);
        }
    }

    private TransportException notStarted(Throwable cause) {
        if (!session.isOpen()) {
            return SshChannel.lost(record, cause);
        }
        if (Causes.isTimeout(cause)) {
            return new TransportException(
                    host,
                    Kind.TIMED_OUT,
                    "the host did not start the command within " + OPEN_LIMIT.toSeconds() + " s",
                    "The host is overloaded, or its login shell hangs",
                    cause);
        }
        return SshChannel.refused(host, cause);
    }

    ClientSession session() {
        return session;
    }

    boolean isOpen() {
        return session.isOpen();
    }

    /** How many commands were started. */
    public int execs() {
        return execs.get();
    }

    /** The key exchange that was agreed on, for {@code -v}. */
    public String keyExchange() {
        return session.getNegotiatedKexParameter(KexProposalOption.ALGORITHMS);
    }

    @Override
    public String identification() {
        return Optional.ofNullable(session.getServerVersion()).orElse("");
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public void close() {
        if (session.isOpen()) {
            try {
                session.disconnect(SshConstants.SSH2_DISCONNECT_BY_APPLICATION, "done");
                session.waitFor(EnumSet.of(ClientSessionEvent.CLOSED), FAREWELL_LIMIT);
            } catch (IOException ignored) {
                // the farewell is a courtesy
            }
        }
        session.close(true);
    }
}
