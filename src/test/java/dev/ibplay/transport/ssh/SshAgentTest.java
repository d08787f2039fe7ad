package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Secret;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real ssh-agent, and a real sshd behind it. */
class SshAgentTest {
    private static final PassphraseSource NOBODY_ASKS = file -> {
        throw new AssertionError("asked for the passphrase of " + file);
    };

    @TempDir
    private static Path folder;

    private static RealSshd sshd;

    @TempDir
    private Path own;

    private SshConnector connector;
    private RealAgent agent;

    @BeforeAll
    static void start() throws IOException {
        Path host = RealSshd.keygen(folder.resolve("host"), "-t", "ed25519", "-N", "");
        List<String> authorized = new ArrayList<>();
        for (String type : List.of("ed25519", "ecdsa", "rsa")) {
            authorized.addAll(
                    Files.readAllLines(pub(RealSshd.keygen(folder.resolve("user_" + type), "-t", type, "-N", ""))));
        }
        authorized.addAll(
                Files.readAllLines(pub(RealSshd.keygen(folder.resolve("locked"), "-t", "ed25519", "-N", "hush"))));
        for (int i = 0; i < 4; i++) {
            RealSshd.keygen(folder.resolve("stranger" + i), "-t", "ed25519", "-N", "");
        }
        Files.write(folder.resolve("authorized_keys"), authorized);
        sshd = RealSshd.start(folder, "HostKey " + host, "MaxStartups 200", "MaxAuthTries 3");
        Files.writeString(
                folder.resolve("known_hosts"), "[127.0.0.1]:" + sshd.port() + " " + Files.readString(pub(host)));
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            sshd.close();
        }
    }

    @BeforeEach
    void create() throws IOException {
        agent = RealAgent.start(own);
        connector = SshConnector.start();
    }

    @AfterEach
    void close() {
        connector.close();
        agent.close();
    }

    private static Path pub(Path key) {
        return Path.of(key + ".pub");
    }

    private SshSettings settings() {
        return SshSettings.EMPTY
                .withPort(sshd.port())
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(agent.socket()));
    }

    private SshTarget target(SshSettings settings, Optional<Secret> password) {
        return new SshTarget("node01", "127.0.0.1", settings, new HomeDirectory(own), password, NOBODY_ASKS);
    }

    private String login(SshSettings settings) throws TransportException {
        try (SshConnection connection = connector.connect(target(settings, Optional.empty()))) {
            return connection.keyExchange();
        }
    }

    private TransportException refusal(SshSettings settings) {
        TransportException e = catchThrowableOfType(TransportException.class, () -> login(settings));
        assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        return e;
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_ed25519", "user_ecdsa", "user_rsa"})
    void logsInWithAKeyThatNoFileNames(String key) throws IOException, TransportException {
        agent.add(folder.resolve(key));
        assertThat(login(settings())).isNotEmpty();
    }

    @Test
    void theAgentSparesThePassphrase() throws IOException, TransportException {
        agent.add(folder.resolve("locked"));
        SshSettings only = settings().with(SshSetting.IDENTITIES_ONLY, true);
        assertThat(login(only.withIdentityFile(folder.resolve("locked")))).isNotEmpty();
        assertThat(login(only.withIdentityFile(pub(folder.resolve("locked"))))).isNotEmpty();
    }

    @Test
    void keysThatFilesNameComeFirst() throws IOException, TransportException {
        for (int i = 0; i < 4; i++) {
            agent.add(folder.resolve("stranger" + i));
        }
        agent.add(folder.resolve("user_ed25519"));
        TransportException tooMany = refusal(settings());
        assertThat(tooMany)
                .hasMessageContaining("too many authentication failures; tried publickey (ssh-ed25519 SHA256:")
                .hasMessageContaining("(3 of 5 keys were offered: 5 of the ssh-agent)");
        assertThat(tooMany.hint()).hasValueSatisfying(h -> assertThat(h).contains("IdentitiesOnly=yes"));
        assertThat(login(settings().withIdentityFile(pub(folder.resolve("user_ed25519")))))
                .isNotEmpty();
    }

    @Test
    void identitiesOnlyHoldsTheOthersBack() throws IOException {
        agent.add(folder.resolve("user_ed25519")).add(folder.resolve("stranger0"));
        SshSettings only = settings().with(SshSetting.IDENTITIES_ONLY, true);
        assertThat(refusal(only.withIdentityFile(folder.resolve("stranger0"))))
                .hasMessageContaining("1 of the ssh-agent's keys were not offered, as IdentitiesOnly says");
        assertThat(refusal(settings().with(SshSetting.PUBKEY_AUTHENTICATION, false)))
                .hasMessageContaining("leave password, keyboard-interactive to log in, and there is no password");
    }

    @Test
    void aKeyThatTheAgentDoesNotSignWithIsLeftOut() throws IOException, TransportException {
        agent.add(folder.resolve("user_rsa"), "-c");
        assertThat(refusal(settings())).hasMessageContaining("accepted, but the ssh-agent did not sign: ");
        // an agent is asked for its keys once in a run
        agent.add(folder.resolve("user_ecdsa"));
        assertThat(refusal(settings())).hasMessageContaining("did not sign");
        connector.close();
        connector = SshConnector.start();
        assertThat(login(settings())).isNotEmpty();
    }

    @Test
    void anAgentThatWaitsForItsPersonHoldsNobodyElseUp(@TempDir Path second) throws IOException, TransportException {
        try (RealAgent waiting = RealAgent.start(second, "exec sleep 600")) {
            waiting.add(folder.resolve("user_rsa"), "-c");
            SshSettings slow = settings()
                    .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(waiting.socket()))
                    .with(SshSetting.LOGIN_TIMEOUT, Duration.ofSeconds(5));
            List<Future<TransportException>> waits = new ArrayList<>();
            try (ExecutorService hosts = Executors.newFixedThreadPool(6)) {
                for (int i = 0; i < 6; i++) {
                    waits.add(hosts.submit(() -> catchThrowableOfType(TransportException.class, () -> login(slow))));
                }
                assertThat(login(settings().withIdentityFile(folder.resolve("user_ed25519"))))
                        .isNotEmpty();
            }
            assertThat(waits)
                    .allSatisfy(wait -> assertThat(wait.get())
                            .hasMessageEndingWith("the ssh-agent did not sign within 5 s")
                            .extracting(TransportException::kind)
                            .isEqualTo(Kind.TIMED_OUT));
        }
    }

    @Test
    void aLockedAgentIsNamed() throws IOException {
        agent.add(folder.resolve("user_ed25519"));
        agent.lock();
        assertThat(refusal(settings()))
                .hasMessageContaining("the ssh-agent at " + agent.socket() + " has no key, or is locked");
    }

    @Test
    void aDeadAgentIsNamedAndNotFatal() throws TransportException {
        agent.close();
        assertThat(login(settings().withIdentityFile(folder.resolve("user_ed25519"))))
                .isNotEmpty();
        assertThat(refusal(settings())).hasMessageContaining("the ssh-agent at " + agent.socket() + " is ");
        SshSettings none = settings().with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None());
        assertThat(refusal(none).getMessage()).doesNotContain("agent");
    }

    @Test
    void manyHostsSignAtOnce() throws IOException {
        agent.add(folder.resolve("user_rsa"));
        List<Future<String>> logins = new ArrayList<>();
        try (ExecutorService hosts = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 32; i++) {
                logins.add(hosts.submit(() -> login(settings())));
            }
        }
        assertThat(logins).allSatisfy(login -> assertThat(login.get()).isNotEmpty());
    }
}
