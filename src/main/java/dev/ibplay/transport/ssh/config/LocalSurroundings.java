package dev.ibplay.transport.ssh.config;

import com.sun.security.auth.module.UnixSystem;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** This machine. A command of {@code Match exec} runs once for all hosts for which it reads the same. */
public final class LocalSurroundings implements Surroundings {
    private static final Duration EXEC_LIMIT = Duration.ofSeconds(10);

    private final Map<String, String> environment;
    private final Path home;
    private final Duration execLimit;
    private final Map<String, Ended> ended = new ConcurrentHashMap<>();

    private record Ended(boolean successful, Optional<String> trouble) {}

    public LocalSurroundings(Map<String, String> environment, Path home) {
        this(environment, home, EXEC_LIMIT);
    }

    /** @param execLimit how long a command of {@code Match exec} may take */
    LocalSurroundings(Map<String, String> environment, Path home, Duration execLimit) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        this.execLimit = execLimit;
    }

    @Override
    public Path home() {
        return home;
    }

    @Override
    public String localUser() {
        return System.getProperty("user.name", "root");
    }

    @Override
    public String localHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    @Override
    public String userId() {
        return Long.toString(new UnixSystem().getUid());
    }

    @Override
    public List<InetAddress> localAddresses() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(network -> network.getInterfaceAddresses().stream())
                    .map(InterfaceAddress::getAddress)
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    @Override
    public boolean succeeds(String command) throws IOException {
        Ended end = ended.computeIfAbsent(command, this::run);
        if (end.trouble().isPresent()) {
            throw new IOException(end.trouble().get());
        }
        return end.successful();
    }

    /** As ssh does: by the user's shell, with nothing to read and nobody to talk to. */
    private Ended run(String command) {
        String shell = environment("SHELL").filter(s -> !s.isEmpty()).orElse("/bin/sh");
        ProcessBuilder builder = new ProcessBuilder(shell, "-c", "exec " + command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            if (!process.waitFor(execLimit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return new Ended(false, Optional.of("it did not end within " + execLimit.toSeconds() + " s"));
            }
            return new Ended(process.exitValue() == 0, Optional.empty());
        } catch (IOException e) {
            return new Ended(false, Optional.of(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Ended(false, Optional.of("it was interrupted"));
        }
    }
}
