package dev.ibplay.transport.ssh.agent;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * An ssh-agent behind its Unix domain socket. Every request has a connection of its own, so that many threads can ask at
 * once, and a time limit: an agent may wait for a person to touch a token, and a dead one would wait for ever.
 */
final class AgentSocket extends AbstractAgentProxy {
    /** OpenSSH's limit of an agent's message (AGENT_MAX_LEN). */
    private static final int LARGEST_ANSWER = 256 * 1024;

    /** An agent serves one after the other, and its queue is short. */
    private static final int AT_ONCE = 16;

    private final Path socket;
    private final Duration limit;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    /** @param limit of one request, from connecting to the whole answer */
    @SuppressWarnings("NullAway") // null is how MINA is told that there is no executor
    AgentSocket(Path socket, Duration limit) {
        super(null);
        this.socket = socket;
        this.limit = limit;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    protected Buffer request(Buffer question) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        try {
            if (!turns.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw tooSlow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it was asked");
        }
        try {
            return answer(question, end);
        } finally {
            turns.release();
        }
    }

    private Buffer answer(Buffer question, long end) throws IOException {
        try (Selector selector = Selector.open();
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                channel.register(selector, SelectionKey.OP_CONNECT);
                await(selector, end);
                channel.finishConnect();
            }
            SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
            ByteBuffer out = ByteBuffer.wrap(question.getCompactData());
            while (out.hasRemaining()) {
                await(selector, end);
                channel.write(out);
            }
            key.interestOps(SelectionKey.OP_READ);
            int length = read(channel, selector, ByteBuffer.allocate(Integer.BYTES), end)
                    .getInt();
            if (length < 1 || length > LARGEST_ANSWER) {
                throw new IOException("it sent a message of " + length + " bytes");
            }
            return new ByteArrayBuffer(
                    read(channel, selector, ByteBuffer.allocate(length), end).array());
        }
    }

    private ByteBuffer read(SocketChannel channel, Selector selector, ByteBuffer into, long end) throws IOException {
        while (into.hasRemaining()) {
            await(selector, end);
            if (channel.read(into) < 0) {
                throw new EOFException("it closed the connection");
            }
        }
        return into.flip();
    }

    private void await(Selector selector, long end) throws IOException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0 || selector.select(left) == 0) {
            throw tooSlow();
        }
        selector.selectedKeys().clear();
    }

    private SocketTimeoutException tooSlow() {
        return new SocketTimeoutException("it did not answer within " + limit.toSeconds() + " s");
    }

    @Override
    public String toString() {
        return socket.toString();
    }
}
