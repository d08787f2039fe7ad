package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that drop connections because they have too many, and what is not tried again. */
class BusyServerTest {
    private static final int HOSTS = 50;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private SshTarget target(int port, Optional<Secret> password, SshSettings more) {
        SshSettings settings = more.withPort(port)
                .withUser("root")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None());
        return new SshTarget(
                "node01", "127.0.0.1", settings, new HomeDirectory(folder), password, PassphraseSource.NONE);
    }

    /** sshd that takes two logins at a time and drops every further one. */
    @Test
    void allGetInWhereOnlyTwoMayLogInAtATime() throws IOException {
        Path host = RealSshd.keygen(folder.resolve("host"), "-t", "ed25519", "-N", "");
        Path user = RealSshd.keygen(folder.resolve("user"), "-t", "ed25519", "-N", "");
        Files.copy(Path.of(user + ".pub"), folder.resolve("authorized_keys"));
        List<Future<String>> logins = new ArrayList<>();
        try (RealSshd sshd = RealSshd.start(folder, "HostKey " + host, "MaxStartups 2:100:2");
                SshConnector connector = SshConnector.start()) {
            Files.writeString(
                    folder.resolve("known_hosts"),
                    "[127.0.0.1]:" + sshd.port() + " " + Files.readString(Path.of(host + ".pub")));
            SshTarget target = target(sshd.port(), Optional.empty(), SshSettings.EMPTY.withIdentityFile(user));
            try (ExecutorService hosts = Executors.newFixedThreadPool(HOSTS)) {
                for (int i = 0; i < HOSTS; i++) {
                    logins.add(hosts.submit(() -> {
                        try (SshConnection connection = connector.connect(target)) {
                            return connection.keyExchange();
                        }
                    }));
                }
            }
            assertThat(connector.connections()).as("some were dropped").isGreaterThan(HOSTS);
        }
        assertThat(logins).allSatisfy(login -> assertThat(login.get()).isNotEmpty());
    }

    /** Sends one line to each that connects, and hangs up. */
    private static Thread sayAndHangUp(ServerSocket server, String line, AtomicInteger connections) {
        return Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    connections.incrementAndGet();
                    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                    while (socket.getInputStream().read() >= 0) {
                        // until the client has read the line and closes
                    }
                } catch (IOException ended) {
                    // the test has ended, or the client is quick
                }
            }
        });
    }

    private TransportException refusedBy(String line, AtomicInteger connections) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SshConnector connector = SshConnector.start()) {
            sayAndHangUp(server, line, connections);
            SshSettings settings = SshSettings.EMPTY.withTimeouts(Duration.ofSeconds(2), LIMIT);
            return catchThrowableOfType(
                    TransportException.class,
                    () -> connector.connect(target(server.getLocalPort(), Optional.of(Secret.of("sesame")), settings)));
        }
    }

    @Test
    void whatTheServerSaidIsTold() throws IOException {
        AtomicInteger connections = new AtomicInteger();
        TransportException full = refusedBy("Exceeded MaxStartups", connections);
        assertThat(full.kind()).isEqualTo(Kind.CONNECTION_LOST);
        assertThat(full)
                .hasMessageContaining("has too many logins under way: Exceeded MaxStartups")
                .hasMessageEndingWith("(tried " + connections + " times)");
        assertThat(connections).hasValueBetween(2, 6);
        TransportException penalty = refusedBy("Not allowed at this time", new AtomicInteger());
        assertThat(penalty.hint()).hasValueSatisfying(h -> assertThat(h).contains("PerSourcePenalties"));
    }

    @Test
    void aRefusedPasswordIsNotTriedAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (MinaServer server = MinaServer.create();
                SshConnector connector = SshConnector.start()) {
            server.settings().setPasswordAuthenticator((user, password, session) -> {
                asked.incrementAndGet();
                return false;
            });
            server.start().writeKnownHosts(folder.resolve("known_hosts"));
            SshSettings often = SshSettings.EMPTY.with(SshSetting.CONNECTION_ATTEMPTS, 5);
            TransportException e = catchThrowableOfType(
                    TransportException.class,
                    () -> connector.connect(target(server.port(), Optional.of(Secret.of("wrong")), often)));
            assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
            assertThat(e.getMessage()).doesNotContain("tried 2");
            assertThat(asked).hasValue(1);
            Files.writeString(folder.resolve("known_hosts"), "");
            try (SshConnector fresh = SshConnector.start()) {
                TransportException key = catchThrowableOfType(
                        TransportException.class,
                        () -> fresh.connect(target(server.port(), Optional.of(Secret.of("wrong")), often)));
                assertThat(key.kind()).isEqualTo(Kind.HOST_KEY_REJECTED);
                assertThat(fresh.connections()).isEqualTo(1);
            }
        }
    }

    @Test
    void connectionAttemptsSaysHowOftenARefusedConnectionIsTried() throws IOException {
        int nobody;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = closed.getLocalPort();
        }
        try (SshConnector connector = SshConnector.start()) {
            TransportException once = catchThrowableOfType(
                    TransportException.class,
                    () -> connector.connect(target(nobody, Optional.empty(), SshSettings.EMPTY)));
            assertThat(once).hasMessageEndingWith("refused the connection");
            TransportException thrice = catchThrowableOfType(
                    TransportException.class,
                    () -> connector.connect(target(
                            nobody, Optional.empty(), SshSettings.EMPTY.with(SshSetting.CONNECTION_ATTEMPTS, 3))));
            assertThat(thrice).hasMessageEndingWith("refused the connection (tried 3 times)");
        }
    }
}
