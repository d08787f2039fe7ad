package dev.ibplay.transport.local;

import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Commands on the control node ({@code ansible_connection: local}), run by {@code sh -c} without a terminal. */
public final class LocalConnection implements Connection {
    private final String host;
    private final Map<String, String> environment;
    private final Optional<Path> setsid;
    private final Set<LocalChannel> running = ConcurrentHashMap.newKeySet();

    /**
     * @param host the inventory's name, which messages show
     * @param environment of the commands, all of it
     */
    public LocalConnection(String host, Map<String, String> environment) {
        this.host = host;
        this.environment = Map.copyOf(environment);
        this.setsid = find("setsid", environment.getOrDefault("PATH", ""));
    }

    /**
     * With the environment of this process, but for {@code SSH_CONNECTION}: how somebody reached the control node is not how
     * its commands do.
     */
    public static LocalConnection of(String host) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.remove("SSH_CONNECTION");
        return new LocalConnection(host, environment);
    }

    /**
     * Starts a command line; where there is a {@code setsid} it gets a process group (and a session) of its own, so that
     * nothing of it is left after {@link Channel#close}.
     */
    @Override
    public Channel start(String commandLine) throws TransportException {
        List<String> command = new ArrayList<>();
        setsid.ifPresent(program -> command.add(program.toString()));
        command.addAll(List.of("/bin/sh", "-c", commandLine));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            LocalChannel channel = new LocalChannel(builder.start(), setsid.isPresent(), running::remove);
            running.add(channel);
            return channel;
        } catch (IOException e) {
            throw new TransportException(
                    host,
                    Kind.FAR_END_BROKEN,
                    "the control node cannot start a command: " + e.getMessage(),
                    "Is there a /bin/sh, and room for another process (ulimit -u)?",
                    e);
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    /** Kills what still runs. */
    @Override
    public void close() {
        running.forEach(LocalChannel::close);
    }

    private static Optional<Path> find(String program, String path) {
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
