package dev.ibplay.transport.ssh.tunnel;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.common.io.IoService;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.common.util.closeable.AbstractCloseable;

/** A tunnel as MINA sees it: one more kind of connection. */
public final class TunnelSession extends AbstractCloseable implements IoSession {
    /** Far from the numbers that MINA gives to its own connections, which share a map with these. */
    private static final AtomicLong IDS = new AtomicLong(1L << 40);

    private final long id = IDS.incrementAndGet();
    private final TunnelConnector service;
    private final IoHandler handler;
    private final Tunnel tunnel;
    private final SocketAddress address;
    private final Map<Object, Object> attributes = new ConcurrentHashMap<>();
    private final Object reading = new Object();
    private boolean suspended;

    TunnelSession(TunnelConnector service, IoHandler handler, Tunnel tunnel, SocketAddress address) {
        this.service = service;
        this.handler = handler;
        this.tunnel = tunnel;
        this.address = address;
    }

    /** What is known of why the tunnel of a session ended; nothing for a session over TCP. */
    public static Optional<String> trouble(IoSession session) {
        return session instanceof TunnelSession tunnelled ? tunnelled.tunnel.trouble() : Optional.empty();
    }

    void start() {
        tunnel.start(new Tunnel.Receiver() {
            @Override
            public void received(byte[] data) {
                deliver(data);
            }

            @Override
            public void ended() {
                close(true);
            }
        });
    }

    private void deliver(byte[] data) {
        try {
            awaitResumed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close(true);
        }
        if (!isClosing()) {
            Attempt.of(() -> handler.messageReceived(this, new ByteArrayBuffer(data)))
                    .flatMap(failure -> Attempt.of(() -> handler.exceptionCaught(this, failure)))
                    .ifPresent(whileTold -> close(true));
        }
    }

    private void awaitResumed() throws InterruptedException {
        synchronized (reading) {
            while (suspended && !isClosing()) {
                reading.wait();
            }
        }
    }

    @Override
    public long getId() {
        return id;
    }

    @Override
    public IoWriteFuture writeBuffer(Buffer buffer) throws IOException {
        if (isClosing()) {
            throw new IOException("the connection is closed");
        }
        return tunnel.write(buffer);
    }

    @Override
    protected void doCloseImmediately() {
        synchronized (reading) {
            reading.notifyAll();
        }
        tunnel.close();
        service.forget(this);
        super.doCloseImmediately();
        // what it throws concerns nobody any more
        Attempt.of(() -> handler.sessionClosed(this));
    }

    @Override
    public void suspendRead() {
        synchronized (reading) {
            suspended = true;
        }
    }

    @Override
    public void resumeRead() {
        synchronized (reading) {
            suspended = false;
            reading.notifyAll();
        }
    }

    @Override
    public void shutdownOutputStream() {
        // SSH ends with a message of its own
    }

    @Override
    public IoService getService() {
        return service;
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return address;
    }

    @Override
    public SocketAddress getLocalAddress() {
        return address;
    }

    @Override
    public SocketAddress getAcceptanceAddress() {
        return address;
    }

    @Override
    @SuppressWarnings("NullAway") // null is how this interface says that there is none
    public Object getAttribute(Object key) {
        return attributes.get(key);
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public Object setAttribute(Object key, Object value) {
        return attributes.put(key, value);
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public Object setAttributeIfAbsent(Object key, Object value) {
        return attributes.putIfAbsent(key, value);
    }

    @Override
    @SuppressWarnings("NullAway") // as above
    public Object removeAttribute(Object key) {
        return attributes.remove(key);
    }

    @Override
    public String toString() {
        return "TunnelSession " + id;
    }
}
