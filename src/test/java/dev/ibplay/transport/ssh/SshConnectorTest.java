package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.session.ServerSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshConnectorTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String PASSWORD = "tr0ub4dor";

    @TempDir
    private Path folder;

    private MinaServer server;
    private SshConnector connector;

    @BeforeEach
    void create() throws GeneralSecurityException {
        server = MinaServer.create();
        connector = SshConnector.start();
    }

    @AfterEach
    void close() throws IOException {
        connector.close();
        server.close();
    }

    private SshTarget target(int port, Optional<Secret> password) {
        SshSettings settings = SshSettings.EMPTY
                .withPort(port)
                .withUser("admin")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .withTimeouts(LIMIT, LIMIT);
        return new SshTarget(
                "leaf01", "127.0.0.1", settings, new HomeDirectory(folder), password, PassphraseSource.NONE);
    }

    private SshConnection connect(Optional<Secret> password) throws IOException, TransportException {
        server.start();
        server.writeKnownHosts(folder.resolve("known_hosts"));
        return connector.connect(target(server.port(), password));
    }

    private SshConnection connect() throws IOException, TransportException {
        server.settings().setPasswordAuthenticator((user, password, session) -> PASSWORD.equals(password));
        return connect(Optional.of(Secret.of(PASSWORD)));
    }

    private TransportException refusal(Optional<Secret> password) {
        TransportException e = catchThrowableOfType(TransportException.class, () -> connect(password));
        assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        assertThat(e.host()).isEqualTo("leaf01");
        return e;
    }

    /** Asks the prompts one after the other and accepts what {@code right} says. */
    private void offerOnlyKeyboardInteractive(String prompt, String right) {
        server.settings().setUserAuthFactories(List.of(UserAuthKeyboardInteractiveFactory.INSTANCE));
        server.settings().setKeyboardInteractiveAuthenticator(new KeyboardInteractiveAuthenticator() {
            @Override
            public InteractiveChallenge generateChallenge(
                    ServerSession session, String user, String language, String methods) {
                InteractiveChallenge challenge = new InteractiveChallenge();
                challenge.setInteractionName("");
                challenge.setInteractionInstruction("");
                challenge.setLanguageTag("");
                challenge.addPrompt(prompt, false);
                return challenge;
            }

            @Override
            public boolean authenticate(ServerSession session, String user, List<String> responses) {
                return responses.equals(List.of(right));
            }
        });
    }

    @Test
    void logsInWithAPasswordAndRunsACommand() throws IOException, TransportException {
        server.serving(served -> {
            served.stderr().write("noise\n".getBytes(StandardCharsets.UTF_8));
            served.stderr().flush();
            served.stdout().write(served.stdin().readAllBytes());
            served.stdout().flush();
            served.exit(3);
        });
        try (SshConnection connection = connect();
                Channel channel = connection.start("anything")) {
            channel.stdin().write("payload".getBytes(StandardCharsets.UTF_8));
            channel.stdin().close();
            assertThat(channel.stdout().readAllBytes()).asString().isEqualTo("payload");
            assertThat(channel.stderr().readAllBytes()).asString().isEqualTo("noise\n");
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(3));
        }
        assertThat(connector.connections()).isEqualTo(1);
    }

    @Test
    void aWrongPasswordIsSentOnceAndNotShown() {
        AtomicInteger attempts = new AtomicInteger();
        server.settings().setPasswordAuthenticator((user, password, session) -> {
            attempts.incrementAndGet();
            return false;
        });
        TransportException e = refusal(Optional.of(Secret.of(PASSWORD)));
        assertThat(e)
                .hasMessageContaining("refused the login; tried password; the host offers")
                .message()
                .doesNotContain(PASSWORD);
        assertThat(e.hint()).contains("Is the password right, and the user admin?");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void withoutPasswordAndKeyTheHintNamesBoth() {
        server.settings().setPasswordAuthenticator((user, password, session) -> false);
        TransportException e = refusal(Optional.empty());
        assertThat(e).hasMessageContaining("nothing could be tried").hasMessageContaining("the host offers");
        assertThat(e.hint())
                .hasValueSatisfying(
                        h -> assertThat(h).contains("ansible_password").contains("ansible_ssh_private_key_file"));
    }

    @Test
    void answersTheKeyboardInteractivePasswordPrompt() throws IOException, TransportException {
        offerOnlyKeyboardInteractive("admin@leaf01's Password: ", PASSWORD);
        connect(Optional.of(Secret.of(PASSWORD))).close();
    }

    @Test
    void answersNothingElse() {
        offerOnlyKeyboardInteractive("Verification code: ", PASSWORD);
        TransportException e = refusal(Optional.of(Secret.of(PASSWORD)));
        assertThat(e).hasMessageContaining("it asked \"Verification code:\", which only a person can answer");
    }

    @Test
    void aServerThatIsSilentIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SshTarget patient = target(silent.getLocalPort(), Optional.empty());
            SshTarget target = new SshTarget(
                    "leaf01",
                    "127.0.0.1",
                    patient.settings().withTimeouts(LIMIT, Duration.ofMillis(300)),
                    patient.home(),
                    Optional.empty(),
                    PassphraseSource.NONE);
            TransportException e = catchThrowableOfType(TransportException.class, () -> connector.connect(target));
            assertThat(e.kind()).isEqualTo(Kind.TIMED_OUT);
            assertThat(e).hasMessageContaining("no SSH greeting within");
        }
    }

    @Test
    void aServerThatHangsUpIsNamed() throws IOException, InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread hangUp = Thread.ofPlatform().start(() -> {
                // It hangs up once it has been greeted; earlier the connection itself might fail.
                while (!rude.isClosed()) {
                    try (Socket greeted = rude.accept()) {
                        tries.incrementAndGet();
                        int next = greeted.getInputStream().read();
                        while (next >= 0 && next != '\n') {
                            next = greeted.getInputStream().read();
                        }
                    } catch (IOException ignored) {
                        // the test has ended
                    }
                }
            });
            TransportException e = catchThrowableOfType(
                    TransportException.class, () -> connector.connect(target(rude.getLocalPort(), Optional.empty())));
            assertThat(e.kind()).isEqualTo(Kind.CONNECTION_LOST);
            assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("MaxStartups"));
            assertThat(tries).hasValueGreaterThan(1);
            assertThat(e).hasMessageEndingWith("(tried " + tries + " times)");
            rude.close();
            hangUp.join();
        }
    }

    @Test
    void aRefusedConnectionIsNamed() throws IOException {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        TransportException e =
                catchThrowableOfType(TransportException.class, () -> connector.connect(target(port, Optional.empty())));
        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e).hasMessage("127.0.0.1 port " + port + " refused the connection");
        assertThat(connector.connections()).isZero();
    }

    /** The label is too long for DNS, so that no query leaves this machine. */
    @Test
    void anUnknownNameIsNamed() {
        String name = "a".repeat(64) + ".invalid";
        SshTarget target = new SshTarget(
                "leaf01",
                name,
                target(22, Optional.empty()).settings(),
                new HomeDirectory(folder),
                Optional.empty(),
                PassphraseSource.NONE);
        TransportException e = catchThrowableOfType(TransportException.class, () -> connector.connect(target));
        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e).hasMessage("the name " + name + " is unknown");
    }

    @Test
    void aServerThatStartsNoCommandIsNamed() throws IOException, TransportException {
        server.settings().setCommandFactory((channel, line) -> {
            throw new IOException("no commands here");
        });
        try (SshConnection connection = connect();
                Channel channel = connection.start("true")) {
            assertThatThrownBy(() -> channel.stdout().readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessage("leaf01 refused to start the command");
            TransportException e = catchThrowableOfType(TransportException.class, () -> channel.waitFor(LIMIT));
            assertThat(e.kind()).isEqualTo(Kind.FAR_END_BROKEN);
        }
    }

    @Test
    void aDroppedChannelIsNoSuccess() throws IOException, TransportException {
        server.serving(served -> {
            served.stdout().write("half".getBytes(StandardCharsets.UTF_8));
            served.stdout().flush();
            served.channel().close(false);
        });
        try (SshConnection connection = connect();
                Channel channel = connection.start("anything")) {
            assertThat(channel.stdout().readAllBytes()).asString().isEqualTo("half");
            TransportException e = catchThrowableOfType(TransportException.class, () -> channel.waitFor(LIMIT));
            assertThat(e.kind()).isEqualTo(Kind.CONNECTION_LOST);
            assertThat(e).hasMessageContaining("without an exit status");
        }
    }

    @Test
    void aDroppedConnectionEndsTheRead() throws IOException, TransportException {
        server.serving(served -> served.channel().getSession().close(true));
        try (SshConnection connection = connect();
                Channel channel = connection.start("anything")) {
            assertThatThrownBy(() -> channel.stdout().readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessage("the connection to leaf01 was lost");
        }
    }

    @Test
    void speaksThePostQuantumExchangeFirst() throws IOException, TransportException {
        server.settings()
                .setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                        true,
                        List.of(
                                BuiltinDHFactories.ecdhp256,
                                BuiltinDHFactories.curve25519,
                                BuiltinDHFactories.mlkem768x25519),
                        ServerBuilder.DH2KEX));
        try (SshConnection connection = connect()) {
            assertThat(connection.keyExchange()).isEqualTo("mlkem768x25519-sha256");
        }
    }

    @Test
    void noCommonAlgorithmIsNamed() throws IOException {
        server.settings()
                .setKeyExchangeFactories(NamedFactory.setUpTransformedFactories(
                        true, List.of(BuiltinDHFactories.ecdhp521), ServerBuilder.DH2KEX));
        server.start();
        server.writeKnownHosts(folder.resolve("known_hosts"));
        SshTarget any = target(server.port(), Optional.empty());
        SshSettings modern = any.settings().with(SshSetting.KEX_ALGORITHMS, AlgorithmList.of("curve25519-sha256"));
        SshTarget target =
                new SshTarget("leaf01", "127.0.0.1", modern, any.home(), Optional.empty(), PassphraseSource.NONE);
        TransportException e = catchThrowableOfType(TransportException.class, () -> connector.connect(target));
        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e).hasMessageContaining("no algorithm in common");
    }

    @Test
    void linesBeforeTheGreetingAreSkipped() throws IOException, TransportException {
        CoreModuleProperties.SERVER_EXTRA_IDENTIFICATION_LINES.set(server.settings(), "Authorized use only|Go away");
        connect().close();
    }

    @Test
    void noThreadIsLeft() throws IOException, TransportException, InterruptedException {
        connect().close();
        connector.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().contains("SshClient")) {
                assertThat(thread.join(LIMIT)).as(thread.getName()).isTrue();
            }
        }
    }
}
