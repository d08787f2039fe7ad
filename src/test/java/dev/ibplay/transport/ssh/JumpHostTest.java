package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JumpHostTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Secret PASSWORD = Secret.of("only-for-the-target");

    @TempDir
    private Path folder;

    private Path key;
    private MinaServer jump;
    private MinaServer target;
    private SshConnector connector;
    private final AtomicInteger jumpSessions = new AtomicInteger();
    private final AtomicInteger jumpPasswords = new AtomicInteger();

    @BeforeEach
    void start() throws IOException, GeneralSecurityException {
        key = RealSshd.keygen(folder.resolve("key"), "-t", "ecdsa", "-N", "");
        jump = MinaServer.create();
        jump.settings().setPublickeyAuthenticator((user, shown, session) -> user.equals("gate"));
        jump.settings().setPasswordAuthenticator((user, password, session) -> {
            jumpPasswords.incrementAndGet();
            return false;
        });
        jump.settings().setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
        jump.settings().addSessionListener(new SessionListener() {
            @Override
            public void sessionCreated(Session session) {
                jumpSessions.incrementAndGet();
            }
        });
        jump.start();
        target = MinaServer.create();
        target.settings().setPasswordAuthenticator((user, password, session) -> password.equals(PASSWORD.reveal()));
        target.serving(served -> {
            served.stdout().write(served.stdin().readAllBytes());
            served.exit(0);
        });
        target.start();
        jump.writeKnownHosts(folder.resolve("jump_known"));
        target.writeKnownHosts(folder.resolve("target_known"));
        connector = SshConnector.start();
    }

    @AfterEach
    void stop() throws IOException {
        connector.close();
        jump.close();
        target.close();
    }

    private SshTarget jumpTarget(String user, int port) {
        SshSettings settings = SshSettings.EMPTY
                .withPort(port)
                .withUser(user)
                .withIdentityFile(key)
                .withOnlyKnownHostsFile(folder.resolve("jump_known"))
                .withTimeouts(LIMIT, LIMIT);
        return new SshTarget(
                "leaf", "127.0.0.1", settings, new HomeDirectory(folder), Optional.empty(), PassphraseSource.NONE);
    }

    private SshTarget behind(SshTarget gate, String name, int port) {
        SshSettings settings = SshSettings.EMPTY
                .withPort(port)
                .withUser("admin")
                .withOnlyKnownHostsFile(folder.resolve("target_known"))
                .withTimeouts(LIMIT, LIMIT);
        return new SshTarget(
                name,
                "127.0.0.1",
                settings,
                new HomeDirectory(folder),
                Optional.of(PASSWORD),
                PassphraseSource.NONE,
                new SshRoute.Through(gate));
    }

    private SshTarget behind(String name) {
        return behind(jumpTarget("gate", jump.port()), name, target.port());
    }

    private static String echo(SshConnection connection, String text) throws IOException, TransportException {
        try (Channel channel = connection.start("cat")) {
            try (var stdin = channel.stdin()) {
                stdin.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private TransportException failure(SshTarget to) {
        return catchThrowableOfType(TransportException.class, () -> connector.connect(to));
    }

    @Test
    void threeHundredHostsShareOneConnection() throws Exception {
        int hosts = 300;
        CountDownLatch all = new CountDownLatch(hosts);
        List<Future<String>> results = new ArrayList<>();
        try (ExecutorService forks = Executors.newFixedThreadPool(hosts)) {
            for (int i = 0; i < hosts; i++) {
                String name = "leaf" + i;
                results.add(forks.submit(() -> {
                    try (SshConnection connection = connector.connect(behind(name))) {
                        all.countDown();
                        // all are there at once
                        assertThat(all.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                                .isTrue();
                        return echo(connection, name);
                    }
                }));
            }
            for (int i = 0; i < hosts; i++) {
                assertThat(results.get(i).get(4, TimeUnit.MINUTES)).isEqualTo("leaf" + i);
            }
        }
        assertThat(jumpSessions).hasValue(1);
        assertThat(connector.connections()).isEqualTo(1);
        assertThat(jumpPasswords).hasValue(0);
    }

    @Test
    void muchDataPassesAndASlowReaderHoldsUpNobodyElse() throws IOException, TransportException {
        String much = "0123456789abcdef".repeat(1 << 19);
        target.serving(served -> {
            served.stdout().write(much.getBytes(StandardCharsets.US_ASCII));
            served.exit(0);
        });
        try (SshConnection slow = connector.connect(behind("slow"));
                SshConnection quick = connector.connect(behind("quick"));
                Channel unread = slow.start("much");
                Channel read = quick.start("much")) {
            assertThat(new String(read.stdout().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(much);
            assertThat(new String(unread.stdout().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo(much);
        }
    }

    @Test
    void aRefusedLoginOnTheJumpHostIsTriedOnce() {
        SshTarget gate = jumpTarget("nobody", jump.port());
        for (int i = 0; i < 5; i++) {
            TransportException e = failure(behind(gate, "leaf" + i, target.port()));
            assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
            assertThat(e.host()).isEqualTo("leaf" + i);
            assertThat(e)
                    .hasMessageContaining("by way of the jump host nobody@127.0.0.1:" + jump.port())
                    .hasMessageContaining("refused the login");
            assertThat(e.hint()).isPresent();
        }
        assertThat(jumpSessions).hasValue(1);
        assertThat(jumpPasswords).hasValue(0);
    }

    @Test
    void aJumpHostThatRefusesToForwardIsNamed() {
        jump.settings().setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        TransportException e = failure(behind("leaf"));
        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e).hasMessageContaining("gate@127.0.0.1:" + jump.port() + " does not forward to 127.0.0.1 port");
        assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("AllowTcpForwarding"));
    }

    @Test
    void aTargetThatTheJumpHostCannotReachIsTheTargetsFault() throws IOException, TransportException {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        TransportException e = failure(behind(jumpTarget("gate", jump.port()), "leaf", closed));
        assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(e).hasMessageContaining("cannot connect to 127.0.0.1 port " + closed);
        connector.connect(behind("other")).close();
        assertThat(jumpSessions).hasValue(1);
    }

    @Test
    void aDroppedConnectionIsMadeAgainWhenItIsNeeded() throws Exception {
        try (SshConnection connection = connector.connect(behind("leaf1"));
                Channel channel = connection.start("cat")) {
            jump.settings().getActiveSessions().forEach(session -> session.close(true));
            assertThatThrownBy(() -> channel.stdout().readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lost");
        }
        try (SshConnection connection = connector.connect(behind("leaf2"))) {
            assertThat(echo(connection, "again")).isEqualTo("again");
        }
        assertThat(jumpSessions).hasValue(2);
    }

    @Test
    void aSilentJumpHostHasALimitAndIsNotAskedAgain() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SshTarget gate = jumpTarget("gate", silent.getLocalPort());
            SshTarget impatient = new SshTarget(
                    gate.host(),
                    gate.named(),
                    gate.settings().withTimeouts(Duration.ofSeconds(1), Duration.ofMillis(300)),
                    gate.home(),
                    Optional.empty(),
                    PassphraseSource.NONE);
            TransportException first = failure(behind(impatient, "leaf1", target.port()));
            TransportException second = failure(behind(impatient, "leaf2", target.port()));
            assertThat(first.kind()).isEqualTo(Kind.TIMED_OUT);
            assertThat(second.kind()).isEqualTo(Kind.TIMED_OUT);
            assertThat(second).hasMessageContaining("by way of the jump host").hasMessageContaining("no SSH greeting");
            assertThat(connector.connections()).isEqualTo(1);
        }
    }
}
