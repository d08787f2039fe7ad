package dev.ibplay.transport.ssh;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.util.buffer.Buffer;

/** A command on an SSH host. */
final class SshChannel implements Channel {
    /** RFC 4254, 6.10, in the order of their numbers where Linux has them. */
    private static final List<String> SIGNALS = List.of(
            "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE",
            "ALRM", "TERM");

    private final String host;
    private final LoginRecord record;
    private final ClientSession session;
    private final ExecChannel channel;
    private final InputStream stdout;
    private final InputStream stderr;

    SshChannel(LoginRecord record, ClientSession session, ExecChannel channel) {
        this.host = record.target().host();
        this.record = record;
        this.session = session;
        this.channel = channel;
        this.stdout = new Watched(channel.getInvertedOut());
        this.stderr = new Watched(channel.getInvertedErr());
    }

    @Override
    public OutputStream stdin() {
        return channel.getInvertedIn();
    }

    @Override
    public InputStream stdout() {
        return stdout;
    }

    @Override
    public InputStream stderr() {
        return stderr;
    }

    /**
     * Waits for the end. When the time is up, the host is asked to kill the command and the channel is closed, which ends
     * the command's standard input. OpenSSH kills since 7.9, but not when root logged in (session_signal_req wants
     * privilege separation) and not what runs as another user: what must not go on needs its own limit at the far end.
     */
    @Override
    public CommandEnd waitFor(Duration timeLimit) throws TransportException {
        Set<ClientChannelEvent> events = channel.waitFor(
                EnumSet.of(ClientChannelEvent.EXIT_STATUS, ClientChannelEvent.EXIT_SIGNAL, ClientChannelEvent.CLOSED),
                Math.max(1, timeLimit.toMillis()));
        Integer status = channel.getExitStatus();
        String signal = channel.getExitSignal();
        if (signal != null) {
            return new CommandEnd.Signalled(Math.max(0, SIGNALS.indexOf(signal)));
        }
        if (status != null) {
            return new CommandEnd.Exited(status);
        }
        if (events.contains(ClientChannelEvent.TIMEOUT)) {
            kill();
            close();
            return new CommandEnd.TimedOut();
        }
        if (channel.refused()) {
            throw refused(host, new IOException("exec request refused"));
        }
        if (session.isOpen()) {
            throw new TransportException(
                    host,
                    Kind.CONNECTION_LOST,
                    "the host closed the command's channel without an exit status",
                    "See sshd's log on the host",
                    new IOException("channel closed"));
        }
        throw lost(record, new IOException("session closed"));
    }

    private void kill() {
        try {
            Buffer request = session.createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST);
            request.putUInt(channel.getRecipient());
            request.putString("signal");
            request.putBoolean(false);
            request.putString("KILL");
            channel.writePacket(request);
        } catch (IOException ignored) {
            // the connection is gone, and with it the command's input
        }
    }

    static TransportException refused(String host, Throwable cause) {
        return new TransportException(
                host,
                Kind.FAR_END_BROKEN,
                "the host refused to start a command: " + Causes.root(cause).getMessage(),
                "Does sshd_config allow sessions (MaxSessions), and does no restricted shell stand in the way?",
                cause);
    }

    static TransportException lost(LoginRecord record, Throwable cause) {
        String host = record.target().host();
        if (record.isSilent()) {
            long patience = KeepAlive.of(record.target().settings()).patienceSeconds();
            return new TransportException(
                    host,
                    Kind.CONNECTION_LOST,
                    "the connection was lost: the host has not answered for about " + patience + " s",
                    "It hangs, has no power, or the network between is cut. Run again: what was applied is found, the"
                            + " rest is done",
                    cause);
        }
        return new TransportException(
                host,
                Kind.CONNECTION_LOST,
                "the connection was lost",
                "Is the host still up? Run again: what was applied is found, the rest is done",
                cause);
    }

    /**
     * Tells the host that the channel is closed, which ends the command's standard input, and returns at once; reads end
     * when the host has confirmed it, or after MINA's limit of 5 s. (MINA's immediate close tells the host nothing.)
     */
    @Override
    public void close() {
        channel.close(false);
    }

    /** Tells the end of the output from the end of the connection, which MINA shows alike. */
    private final class Watched extends FilterInputStream {
        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return checked(super.read());
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return checked(super.read(into, offset, length));
        }

        private int checked(int result) throws IOException {
            if (result < 0 && channel.refused()) {
                throw new IOException(host + " refused to start the command");
            }
            if (result < 0 && !channel.isEofSignalled() && !session.isOpen()) {
                throw new IOException("the connection to " + host + " was lost");
            }
            return result;
        }
    }
}
