package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the machine's own sshd. */
class OpenSshTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private static Path folder;

    private static RealSshd sshd;
    private static SshConnector connector;
    private static Path knownHosts;

    @BeforeAll
    static void start() throws IOException {
        Path ed25519 = RealSshd.keygen(folder.resolve("host_ed25519"), "-t", "ed25519", "-N", "");
        Path rsa = RealSshd.keygen(folder.resolve("host_rsa"), "-t", "rsa", "-b", "2048", "-N", "");
        RealSshd.keygen(folder.resolve("user_ed25519"), "-t", "ed25519", "-N", "");
        RealSshd.keygen(folder.resolve("user_ecdsa"), "-t", "ecdsa", "-N", "");
        RealSshd.keygen(folder.resolve("user_rsa"), "-t", "rsa", "-b", "2048", "-N", "");
        RealSshd.keygen(folder.resolve("user_rsa_pem"), "-t", "rsa", "-b", "2048", "-N", "", "-m", "PEM");
        RealSshd.keygen(folder.resolve("user_ecdsa_pkcs8"), "-t", "ecdsa", "-N", "", "-m", "PKCS8");
        RealSshd.keygen(folder.resolve("user_locked"), "-t", "ed25519", "-N", "open sesame");
        RealSshd.keygen(folder.resolve("user_locked_pem"), "-t", "rsa", "-b", "2048", "-m", "PEM", "-N", "open sesame");
        RealSshd.keygen(folder.resolve("stranger"), "-t", "ed25519", "-N", "");
        List<String> authorized = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, "user_*.pub")) {
            for (Path file : files) {
                authorized.addAll(Files.readAllLines(file));
            }
        }
        Files.write(folder.resolve("authorized_keys"), authorized);
        sshd = RealSshd.start(folder, "HostKey " + rsa, "HostKey " + ed25519, "MaxStartups 200");
        knownHosts = Files.writeString(folder.resolve("known_hosts"), knownLine("host_ed25519"));
        connector = SshConnector.start();
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            connector.close();
            sshd.close();
        }
    }

    private static String knownLine(String key) throws IOException {
        String[] fields = Files.readString(folder.resolve(key + ".pub")).split(" ", -1);
        return "[127.0.0.1]:" + sshd.port() + " " + fields[0] + " " + fields[1] + "\n";
    }

    private static SshSettings settings(String key) {
        return SshSettings.EMPTY
                .withPort(sshd.port())
                .withIdentityFile(folder.resolve(key))
                .withOnlyKnownHostsFile(knownHosts);
    }

    private static SshTarget target(SshSettings settings) {
        return new SshTarget(
                "node01",
                "127.0.0.1",
                settings,
                new HomeDirectory(folder),
                Optional.empty(),
                file -> Optional.of(Secret.of("open sesame")));
    }

    private static String output(SshConnection connection, String command) throws IOException, TransportException {
        try (Channel channel = connection.start(command)) {
            channel.stdin().close();
            String text = new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(0));
            return text;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user_ed25519",
                "user_ecdsa",
                "user_rsa",
                "user_rsa_pem",
                "user_ecdsa_pkcs8",
                "user_locked",
                "user_locked_pem"
            })
    void logsInWithEachKindOfKey(String key) throws IOException, TransportException {
        try (SshConnection connection = connector.connect(target(settings(key)))) {
            assertThat(output(connection, "echo hello")).isEqualTo("hello\n");
            assertThat(connection.execs()).isEqualTo(1);
        }
    }

    @Test
    void findsTheDefaultKeyWhenNoneIsNamed(@TempDir Path home) throws IOException, TransportException {
        Path ssh = Files.createDirectory(home.resolve(".ssh"));
        Files.copy(folder.resolve("user_ed25519"), ssh.resolve("id_ed25519"), StandardCopyOption.COPY_ATTRIBUTES);
        SshSettings settings = SshSettings.EMPTY.withPort(sshd.port()).withOnlyKnownHostsFile(knownHosts);
        SshTarget target = new SshTarget(
                "node01", "127.0.0.1", settings, new HomeDirectory(home), Optional.empty(), PassphraseSource.NONE);
        try (SshConnection connection = connector.connect(target)) {
            assertThat(output(connection, "echo hello")).isEqualTo("hello\n");
        }
    }

    @Test
    void statusAndSignalAreDistinguished() throws IOException, TransportException {
        try (SshConnection connection = connector.connect(target(settings("user_ed25519")))) {
            try (Channel channel = connection.start("exit 7")) {
                assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(7));
            }
            try (Channel channel = connection.start("kill -TERM $$")) {
                assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Signalled(15));
            }
        }
    }

    @Test
    void carriesAnyBytesBothWays() throws IOException, TransportException {
        byte[] data = new byte[5 << 20];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 31 + (i >> 8));
        }
        try (SshConnection connection = connector.connect(target(settings("user_ed25519")));
                Channel channel = connection.start("cat; echo done >&2")) {
            Thread writer = Thread.ofPlatform().start(() -> {
                try (var stdin = channel.stdin()) {
                    stdin.write(data);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(Arrays.equals(channel.stdout().readAllBytes(), data)).isTrue();
            assertThat(channel.stderr().readAllBytes()).asString().isEqualTo("done\n");
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(0));
            assertThat(writer.isAlive()).isFalse();
        }
    }

    @Test
    void endsTheInputOfACommandThatTakesTooLong() throws IOException, TransportException {
        try (SshConnection connection = connector.connect(target(settings("user_ed25519")))) {
            Channel channel = connection.start("echo $$; exec cat");
            String pid = new BufferedReader(new InputStreamReader(channel.stdout(), StandardCharsets.UTF_8)).readLine();
            assertThat(channel.waitFor(Duration.ofMillis(50))).isEqualTo(new CommandEnd.TimedOut());
            ProcessHandle.of(Long.parseLong(pid))
                    .ifPresent(p -> assertThat(p.onExit()).succeedsWithin(LIMIT));
            assertThat(output(connection, "echo still here")).isEqualTo("still here\n");
        }
    }

    @Test
    void prefersTheKnownHostKeyAndTheFirstKeyExchange() throws IOException, TransportException {
        try (SshConnection connection = connector.connect(target(settings("user_ed25519")))) {
            assertThat(connection.keyExchange()).startsWith("curve25519-sha256");
        }
        SshSettings other =
                settings("user_ed25519").with(SshSetting.KEX_ALGORITHMS, AlgorithmList.of("ecdh-sha2-nistp256"));
        try (SshConnection connection = connector.connect(target(other))) {
            assertThat(connection.keyExchange()).isEqualTo("ecdh-sha2-nistp256");
        }
    }

    @Test
    void aKeyOfAStrangerIsRefused() {
        TransportException e = failure(target(settings("stranger")));
        assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        assertThat(e)
                .hasMessageContaining(
                        "127.0.0.1:" + sshd.port() + " refused the login; tried publickey (ssh-ed25519 SHA256:")
                .hasMessageEndingWith("the host offers publickey");
        assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("authorized_keys"));
    }

    @Test
    void tooManyKeysAreNamed(@TempDir Path home) throws IOException {
        Files.copy(folder.resolve("authorized_keys"), home.resolve("authorized_keys"));
        try (RealSshd strict = RealSshd.start(home, "HostKey " + folder.resolve("host_ed25519"), "MaxAuthTries 2")) {
            SshSettings settings = settings("stranger")
                    .withIdentityFile(RealSshd.keygen(folder.resolve("stranger2"), "-t", "ed25519", "-N", ""))
                    .withIdentityFile(RealSshd.keygen(folder.resolve("stranger3"), "-t", "ed25519", "-N", ""))
                    .withPort(strict.port())
                    .withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW)
                    .withOnlyKnownHostsFile(home.resolve("known_hosts"));
            TransportException e = failure(target(settings));
            assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
            assertThat(e).hasMessageContaining("too many authentication failures; tried publickey (ssh-ed25519");
            assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("ansible_ssh_private_key_file"));
        }
    }

    @Test
    void acceptNewSavesTheKeyOnce(@TempDir Path home) throws IOException, TransportException {
        Path file = home.resolve(".ssh/known_hosts");
        SshSettings settings =
                settings("user_ed25519").withOnlyKnownHostsFile(file).withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW);
        connector.connect(target(settings)).close();
        connector.connect(target(settings)).close();
        assertThat(Files.readAllLines(file)).hasSize(1);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        connector
                .connect(target(settings.withHostKeyPolicy(HostKeyPolicy.STRICT)))
                .close();
    }

    @Test
    void aFileThatKeepsNothingWillDo() throws TransportException {
        SshSettings settings = settings("user_ed25519")
                .withOnlyKnownHostsFile(Path.of("/dev/null"))
                .withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW);
        connector.connect(target(settings)).close();
        connector.connect(target(settings)).close();
    }

    @Test
    void unknownAndChangedKeysAreRefused(@TempDir Path home) throws IOException {
        Path empty = home.resolve("none");
        TransportException unknown = failure(target(settings("user_ed25519").withOnlyKnownHostsFile(empty)));
        assertThat(unknown.kind()).isEqualTo(Kind.HOST_KEY_REJECTED);
        assertThat(unknown).hasMessageContaining("SHA256:").hasMessageContaining("is not in " + empty);
        assertThat(unknown.hint()).hasValueSatisfying(h -> assertThat(h).contains("accept-new"));
        Path changed = Files.writeString(home.resolve("known"), "# a comment\n" + knownLine("stranger"));
        TransportException e = failure(target(
                settings("user_ed25519").withOnlyKnownHostsFile(changed).withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW)));
        assertThat(e.kind()).isEqualTo(Kind.HOST_KEY_REJECTED);
        assertThat(e).hasMessageContaining("has changed: " + changed + ":2 has ssh-ed25519 SHA256:");
        assertThat(Files.readAllLines(changed)).hasSize(2);
    }

    @Test
    void manyThreadsConnectAtOnce() throws IOException, TransportException {
        int before = connector.connections();
        List<Future<String>> results = new ArrayList<>();
        try (ExecutorService hosts = Executors.newFixedThreadPool(16)) {
            for (int i = 0; i < 48; i++) {
                results.add(hosts.submit(() -> {
                    try (SshConnection connection = connector.connect(target(settings("user_ed25519")))) {
                        return output(connection, "echo one") + output(connection, "echo two");
                    }
                }));
            }
        }
        assertThat(results).allSatisfy(r -> assertThat(r.get()).isEqualTo("one\ntwo\n"));
        assertThat(connector.connections() - before).isEqualTo(48);
    }

    @Test
    void aLostConnectionIsAnErrorOfTheRead() throws IOException, TransportException {
        try (SshConnection connection = connector.connect(target(settings("user_ed25519")));
                Channel channel = connection.start("echo begun; kill -KILL $PPID; exec sleep 600")) {
            assertThatThrownBy(() -> channel.stdout().readAllBytes())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lost");
            TransportException e = catchThrowableOfType(TransportException.class, () -> channel.waitFor(LIMIT));
            assertThat(e.kind()).isEqualTo(Kind.CONNECTION_LOST);
            TransportException next = catchThrowableOfType(TransportException.class, () -> connection.start("true"));
            assertThat(next.kind()).isEqualTo(Kind.CONNECTION_LOST);
        }
    }

    private static TransportException failure(SshTarget target) {
        return catchThrowableOfType(TransportException.class, () -> connector.connect(target));
    }
}
