package dev.ibplay.transport;

import dev.ibplay.exec.CommandEnd;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A connection to this machine for tests of far ends.
 *
 * @param prefix what runs the shell, for example {@code setpriv} with its options
 * @param shell the login shell that reads the command line, with its option for one
 */
public record ProcessConnection(List<String> prefix, List<String> shell, Map<String, String> environment, Path folder)
        implements Connection {

    public static ProcessConnection plain() {
        return new ProcessConnection(List.of(), List.of("sh", "-c"), Map.of(), Path.of("/"));
    }

    public ProcessConnection withPrefix(String... words) {
        return new ProcessConnection(List.of(words), shell, environment, folder);
    }

    public ProcessConnection withShell(String... words) {
        return new ProcessConnection(prefix, List.of(words), environment, folder);
    }

    public ProcessConnection withEnvironment(Map<String, String> more) {
        return new ProcessConnection(prefix, shell, more, folder);
    }

    public ProcessConnection in(Path newFolder) {
        return new ProcessConnection(prefix, shell, environment, newFolder);
    }

    @Override
    public Channel start(String commandLine) throws TransportException {
        List<String> words = new ArrayList<>(prefix);
        words.addAll(shell);
        words.add(commandLine);
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().putAll(environment);
        try {
            return new ProcessChannel(builder.start());
        } catch (IOException e) {
            throw new TransportException(
                    "localhost", TransportException.Kind.UNREACHABLE, e.toString(), "a test's own", e);
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public void close() {}

    private record ProcessChannel(Process process) implements Channel {
        @Override
        public OutputStream stdin() {
            return process.getOutputStream();
        }

        @Override
        public InputStream stdout() {
            return process.getInputStream();
        }

        @Override
        public InputStream stderr() {
            return process.getErrorStream();
        }

        @Override
        public CommandEnd waitFor(Duration timeLimit) throws TransportException {
            try {
                if (!process.waitFor(timeLimit.toNanos(), TimeUnit.NANOSECONDS)) {
                    return new CommandEnd.TimedOut();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TransportException(
                        "localhost", TransportException.Kind.CONNECTION_LOST, "interrupted", Optional.empty());
            }
            int status = process.exitValue();
            return status > 128 ? new CommandEnd.Signalled(status - 128) : new CommandEnd.Exited(status);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
