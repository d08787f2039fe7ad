package dev.ibplay.transport.ssh;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.core.CoreModuleProperties;

/** An SSH server in this process that names itself as it is told, with a login shell that is played or this machine's sh. */
public final class PlayedHost implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String PASSWORD = "sesame";

    /** A login shell that says something to each command line, on standard output, and ends. */
    public interface Shell {
        String answer(String line);
    }

    private final MinaServer server;
    private final SshConnector connector = SshConnector.start();
    private final Path folder;
    private final List<String> commands = Collections.synchronizedList(new ArrayList<>());

    private PlayedHost(Path folder, String identification) throws GeneralSecurityException {
        this.folder = folder;
        server = MinaServer.create();
        server.settings().setPasswordAuthenticator((user, password, session) -> PASSWORD.equals(password));
        CoreModuleProperties.SERVER_IDENTIFICATION.set(server.settings(), identification);
    }

    /** A host with a played shell. */
    public static PlayedHost of(Path folder, String identification, Shell shell)
            throws IOException, GeneralSecurityException {
        PlayedHost host = new PlayedHost(folder, identification);
        host.serve((line, served) -> {
            served.stdout().write(shell.answer(line).getBytes(StandardCharsets.ISO_8859_1));
            served.stdout().flush();
            served.exit(0);
        });
        return host;
    }

    /**
     * A host whose login shell answers questions itself and starts all else over another connection.
     *
     * @param shell what it says to lines that begin with {@code echo}
     */
    public static PlayedHost starting(Path folder, String identification, Shell shell, Connection programs)
            throws IOException, GeneralSecurityException {
        PlayedHost host = new PlayedHost(folder, identification);
        host.serve((line, served) -> {
            if (line.startsWith("echo ")) {
                served.stdout().write(shell.answer(line).getBytes(StandardCharsets.ISO_8859_1));
                served.exit(0);
                return;
            }
            try (Channel channel = programs.start(line)) {
                try (OutputStream stdin = channel.stdin()) {
                    copy(served.stdin(), stdin);
                }
                copy(channel.stdout(), served.stdout());
                copy(channel.stderr(), served.stderr());
                served.exit(channel.waitFor(LIMIT) instanceof CommandEnd.Exited exited ? exited.status() : 1);
            } catch (TransportException broken) {
                throw new IOException(broken);
            }
        });
        return host;
    }

    /** A host whose login shell is this machine's sh, with these variables. */
    public static PlayedHost withShell(Path folder, String identification, Map<String, String> environment)
            throws IOException, GeneralSecurityException {
        PlayedHost host = new PlayedHost(folder, identification);
        host.serve((line, served) -> {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", line);
            builder.environment().putAll(environment);
            Process process = builder.start();
            pump(served.stdin(), process.getOutputStream());
            Thread errors = pump(process.getErrorStream(), served.stderr());
            copy(process.getInputStream(), served.stdout());
            try {
                errors.join();
                served.exit(process.waitFor());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return host;
    }

    private interface Answer {
        void to(String line, MinaServer.Served served) throws IOException;
    }

    private void serve(Answer answer) throws IOException {
        server.settings().setCommandFactory((channel, line) -> {
            commands.add(line);
            return new MinaServer.Served(served -> answer.to(line, served), channel);
        });
        server.start();
        server.writeKnownHosts(folder.resolve("known_hosts"));
    }

    private static Thread pump(InputStream from, OutputStream to) {
        return Thread.ofPlatform().daemon().start(() -> {
            try (to) {
                copy(from, to);
            } catch (IOException ended) {
                // so has whoever reads or writes at the other end
            }
        });
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] chunk = new byte[8192];
        int count = from.read(chunk);
        while (count >= 0) {
            to.write(chunk, 0, count);
            to.flush();
            count = from.read(chunk);
        }
    }

    /** Logs in. */
    public SshConnection connect() throws TransportException {
        SshSettings settings = SshSettings.EMPTY
                .withPort(server.port())
                .withUser("root")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .withTimeouts(LIMIT, LIMIT);
        return connector.connect(new SshTarget(
                "h1",
                "127.0.0.1",
                settings,
                new HomeDirectory(folder),
                Optional.of(Secret.of(PASSWORD)),
                PassphraseSource.NONE));
    }

    /** The command lines that it was given, in order. */
    public List<String> commands() {
        return List.copyOf(commands);
    }

    @Override
    public void close() throws IOException {
        connector.close();
        server.close();
    }
}
