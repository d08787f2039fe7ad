package dev.ibplay.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A port that tells afterwards whether anybody has knocked. */
final class SilentHost implements AutoCloseable {
    private final ServerSocket socket;

    SilentHost() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(1);
    }

    /** An inventory with hosts {@code quiet1} and {@code quiet2} at this port. */
    String inventory(Path folder) throws IOException {
        return Files.writeString(folder.resolve("hosts.ini"), """
                        [quiet]
                        quiet[1:2] ansible_host=127.0.0.1 ansible_port=%d ansible_user=nobody
                        """.formatted(socket.getLocalPort()))
                .toString();
    }

    /** Whether somebody has connected since the last call; the kernel accepts connections by itself. */
    boolean wasContacted() throws IOException {
        try (Socket ignored = socket.accept()) {
            return true;
        } catch (SocketTimeoutException expected) {
            return false;
        }
    }

    /** Hangs up on whoever connects, since a connection that is dropped is tried again, until the thread is interrupted. */
    Thread hangUp() {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    wasContacted();
                }
            } catch (IOException expected) {
                // The port is closed.
            }
        });
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
