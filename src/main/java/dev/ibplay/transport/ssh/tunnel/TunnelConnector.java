package dev.ibplay.transport.ssh.tunnel;

import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.future.CloseFuture;
import org.apache.sshd.common.future.SshFutureListener;
import org.apache.sshd.common.io.DefaultIoConnectFuture;
import org.apache.sshd.common.io.IoConnectFuture;
import org.apache.sshd.common.io.IoConnector;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.common.io.IoServiceEventListener;
import org.apache.sshd.common.io.IoSession;

/** A connector that takes a {@link Tunnel} in place of a TCP connection where the context has one. */
final class TunnelConnector implements IoConnector {
    private final IoConnector tcp;
    private final IoHandler handler;
    private final Map<Long, IoSession> sessions = new ConcurrentHashMap<>();

    TunnelConnector(IoConnector tcp, IoHandler handler) {
        this.tcp = tcp;
        this.handler = handler;
    }

    @Override
    public IoConnectFuture connect(SocketAddress address, AttributeRepository context, SocketAddress local) {
        Tunnel tunnel = context == null ? null : context.getAttribute(Tunnel.KEY);
        if (tunnel == null) {
            return tcp.connect(address, context, local);
        }
        IoConnectFuture future = new DefaultIoConnectFuture(address, null);
        TunnelSession session = new TunnelSession(this, handler, tunnel, address);
        Attempt.of(() -> {
                    session.setAttribute(AttributeRepository.class, context);
                    handler.sessionCreated(session);
                    sessions.put(session.getId(), session);
                    future.setSession(session);
                    session.start();
                })
                .ifPresent(failure -> {
                    session.close(true);
                    future.setException(failure);
                });
        return future;
    }

    void forget(TunnelSession session) {
        sessions.remove(session.getId());
    }

    @Override
    public Map<Long, IoSession> getManagedSessions() {
        Map<Long, IoSession> all = new HashMap<>(tcp.getManagedSessions());
        all.putAll(sessions);
        return all;
    }

    /** The tunnels first, as they run over connections of the other kind. */
    @Override
    public CloseFuture close(boolean immediately) {
        List.copyOf(sessions.values()).forEach(session -> session.close(true));
        return tcp.close(immediately);
    }

    @Override
    public void addCloseFutureListener(SshFutureListener<CloseFuture> listener) {
        tcp.addCloseFutureListener(listener);
    }

    @Override
    public void removeCloseFutureListener(SshFutureListener<CloseFuture> listener) {
        tcp.removeCloseFutureListener(listener);
    }

    @Override
    public boolean isClosed() {
        return tcp.isClosed();
    }

    @Override
    public boolean isClosing() {
        return tcp.isClosing();
    }

    @Override
    public IoServiceEventListener getIoServiceEventListener() {
        return tcp.getIoServiceEventListener();
    }

    @Override
    public void setIoServiceEventListener(IoServiceEventListener listener) {
        tcp.setIoServiceEventListener(listener);
    }
}
