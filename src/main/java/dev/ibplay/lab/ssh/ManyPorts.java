package dev.ibplay.lab.ssh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.sshd.server.SshServer;

/** A server that listens on as many ports as it is told to. */
final class ManyPorts extends SshServer {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /** Starts its threads; it listens nowhere yet. */
    @Override
    public void start() throws IOException {
        super.start();
        acceptor.unbind(getBoundAddresses());
    }

    static InetSocketAddress loopback(int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void bind(SocketAddress address) throws IOException {
        acceptor.bind(address);
    }

    void unbind(SocketAddress address) {
        acceptor.unbind(address);
    }

    /** Takes so many free ports, in ascending order. */
    List<Integer> bindFree(int count) throws IOException {
        Set<SocketAddress> before = new HashSet<>(acceptor.getBoundAddresses());
        acceptor.bind(Collections.nCopies(count, loopback(0)));
        return acceptor.getBoundAddresses().stream()
                .filter(bound -> !before.contains(bound))
                .map(bound -> ((InetSocketAddress) bound).getPort())
                .sorted()
                .toList();
    }
}
