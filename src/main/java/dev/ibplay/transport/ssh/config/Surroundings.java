package dev.ibplay.transport.ssh.config;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a configuration asks of the machine that it is read on. */
public interface Surroundings {
    /** What {@code ~} and {@code %d} mean. */
    Path home();

    /** Who runs this. */
    String localUser();

    /** This machine's name, as uname -n gives it. */
    String localHost();

    Optional<String> environment(String name);

    /** The number of the user: {@code %i}. */
    String userId();

    List<InetAddress> localAddresses();

    /**
     * Whether a command of {@code Match exec} ends with status 0.
     *
     * @throws IOException when it cannot be started, or does not end in time
     */
    boolean succeeds(String command) throws IOException;
}
