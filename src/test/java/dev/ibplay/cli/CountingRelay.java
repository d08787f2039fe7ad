package dev.ibplay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between the controller and one host's port on loopback, and counts what passes. */
final class CountingRelay implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final int target;
    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    /** Relays from a free port to this one. */
    CountingRelay(int target) throws IOException {
        this.target = target;
        server = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
        background(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** What has passed up to now, in both directions. */
    Traffic traffic() {
        return new Traffic(connections.get(), sent.get(), received.get());
    }

    /** Connections, and bytes of TCP's payload as the controller sees them. */
    record Traffic(int connections, long sent, long received) {
        Traffic since(Traffic before) {
            return new Traffic(connections - before.connections, sent - before.sent, received - before.received);
        }
    }

    private void accept() throws IOException {
        while (true) {
            Socket controller = server.accept();
            connections.incrementAndGet();
            Socket host = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.addAll(List.of(controller, host));
            controller.setTcpNoDelay(true);
            host.setTcpNoDelay(true);
            background(() -> pass(controller, host, sent));
            background(() -> pass(host, controller, received));
        }
    }

    private static void pass(Socket from, Socket to, AtomicLong count) throws IOException {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[BUFFER];
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                count.addAndGet(got);
                out.write(buffer, 0, got);
            }
        }
    }

    @FunctionalInterface
    private interface Work {
        void go() throws IOException;
    }

    private static void background(Work work) {
        Thread.ofVirtual().start(() -> {
            try {
                work.go();
            } catch (IOException expected) {
                // One side has hung up, or the test is over: the other side sees that by itself.
            }
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
