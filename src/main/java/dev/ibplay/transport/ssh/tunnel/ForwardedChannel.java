package dev.ibplay.transport.ssh.tunnel;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import org.apache.sshd.client.channel.ChannelDirectTcpip;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.BufferedIoOutputStream;
import org.apache.sshd.common.channel.ChannelAsyncOutputStream;
import org.apache.sshd.common.channel.StreamingChannel;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.io.IoOutputStream;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.common.util.net.SshdSocketAddress;

/**
 * A channel of the connection to a jump host, which that host connects to another one. Bytes count against the channel's
 * window until they have been handled, so a slow receiver makes the far end wait, and nobody else.
 */
public final class ForwardedChannel extends ChannelDirectTcpip implements Tunnel {
    /** What the far end is told of where the connection comes from; it only logs it. */
    private static final SshdSocketAddress ORIGIN = new SshdSocketAddress("127.0.0.1", 65535);

    private static final byte[] END = new byte[0];

    private final Queue<byte[]> arrived = new ArrayDeque<>();
    private boolean delivering;
    private Optional<Receiver> receiver = Optional.empty();
    private Optional<IoOutputStream> output = Optional.empty();

    private ForwardedChannel(SshdSocketAddress target) {
        super(ORIGIN, target);
        setStreaming(StreamingChannel.Streaming.Async);
    }

    /**
     * Asks the jump host for a connection.
     *
     * @param host is resolved by the jump host
     * @param limit how long it may take until it is there
     * @throws IOException when there is none; the jump host's reason is in an SshChannelOpenException
     */
    public static ForwardedChannel open(ClientSession jump, String host, int port, Duration limit) throws IOException {
        ForwardedChannel channel = new ForwardedChannel(new SshdSocketAddress(host, port));
        jump.getService(ConnectionService.class).registerChannel(channel);
        boolean opened = false;
        try {
            channel.open().verify(limit, CancelOption.CANCEL_ON_TIMEOUT);
            opened = true;
            return channel;
        } finally {
            if (!opened) {
                channel.close(true);
            }
        }
    }

    @Override
    protected void doOpen() {
        asyncIn = new ChannelAsyncOutputStream(this, SshConstants.SSH_MSG_CHANNEL_DATA);
        synchronized (arrived) {
            output = Optional.of(new BufferedIoOutputStream("tunnel", getChannelId(), asyncIn, this));
        }
        addCloseFutureListener(closed -> arrive(END));
    }

    @Override
    protected void doWriteData(byte[] data, int offset, long length) throws IOException {
        arrive(Arrays.copyOfRange(data, offset, offset + (int) length));
    }

    @Override
    public void handleEof() throws IOException {
        super.handleEof();
        arrive(END);
    }

    @Override
    public void start(Receiver to) {
        synchronized (arrived) {
            receiver = Optional.of(to);
        }
        deliverSoon();
    }

    private void arrive(byte[] data) {
        synchronized (arrived) {
            arrived.add(data);
        }
        deliverSoon();
    }

    /** One task at a time keeps the order; it hands over one piece and lets the others have a turn. */
    private void deliverSoon() {
        synchronized (arrived) {
            if (delivering || arrived.isEmpty() || receiver.isEmpty()) {
                return;
            }
            delivering = true;
        }
        Deliveries.POOL.execute(this::deliver);
    }

    private void deliver() {
        byte[] data;
        Receiver to;
        synchronized (arrived) {
            data = arrived.remove();
            to = receiver.orElseThrow();
        }
        try {
            if (data.length == 0) {
                to.ended();
            } else {
                to.received(data);
                release(data.length);
            }
        } finally {
            synchronized (arrived) {
                delivering = false;
            }
            deliverSoon();
        }
    }

    private void release(int length) {
        if (!isOpen()) {
            return;
        }
        try {
            getLocalWindow().release(length);
        } catch (IOException lost) {
            close(true);
        }
    }

    @Override
    public IoWriteFuture write(Buffer buffer) throws IOException {
        IoOutputStream to;
        synchronized (arrived) {
            to = output.orElseThrow(() -> new IOException("the channel is not open"));
        }
        // a copy: MINA builds the outer packet around the data in the same array where it seems to have room
        return to.writeBuffer(new ByteArrayBuffer(buffer.getCompactData()));
    }

    @Override
    public void close() {
        close(false);
    }

    @Override
    public Optional<String> trouble() {
        return Optional.empty();
    }
}
