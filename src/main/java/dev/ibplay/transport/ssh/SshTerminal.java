package dev.ibplay.transport.ssh;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.sshd.client.channel.ChannelShell;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.PtyChannelConfiguration;
import org.apache.sshd.common.future.CancelOption;

/** The login shell of an SSH host on a terminal (RFC 4254, 6.2 and 6.5). */
final class SshTerminal implements Channel {
    /** Of no colours and no cursor addressing, so that as little as possible is to be taken out of what is said. */
    private static final String TYPE = "dumb";

    private final LoginRecord record;
    private final ClientSession session;
    private final ChannelShell channel;

    private SshTerminal(LoginRecord record, ClientSession session, ChannelShell channel) {
        this.record = record;
        this.session = session;
        this.channel = channel;
    }

    /** Opens one and waits until the host has agreed. */
    static SshTerminal open(LoginRecord record, ClientSession session, int columns, int rows, Duration limit)
            throws IOException {
        PtyChannelConfiguration terminal = new PtyChannelConfiguration();
        terminal.setPtyType(TYPE);
        terminal.setPtyColumns(columns);
        terminal.setPtyLines(rows);
        ChannelShell channel = session.createShellChannel(terminal, Map.of());
        channel.setRedirectErrorStream(true);
        channel.open().verify(limit, CancelOption.CANCEL_ON_TIMEOUT);
        return new SshTerminal(record, session, channel);
    }

    @Override
    public OutputStream stdin() {
        return channel.getInvertedIn();
    }

    @Override
    public InputStream stdout() {
        return channel.getInvertedOut();
    }

    /** Nothing: a terminal has one stream. */
    @Override
    public InputStream stderr() {
        return InputStream.nullInputStream();
    }

    @Override
    public CommandEnd waitFor(Duration timeLimit) throws TransportException {
        Set<ClientChannelEvent> events =
                channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), Math.max(1, timeLimit.toMillis()));
        if (events.contains(ClientChannelEvent.TIMEOUT)) {
            close();
            return new CommandEnd.TimedOut();
        }
        Integer status = channel.getExitStatus();
        if (status == null && !session.isOpen()) {
            throw SshChannel.lost(record, new IOException("session closed"));
        }
        // Simple servers close a terminal without a status.
        return new CommandEnd.Exited(status == null ? 0 : status);
    }

    @Override
    public void close() {
        channel.close(false);
    }
}
