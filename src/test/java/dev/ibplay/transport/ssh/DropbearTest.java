package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.Missing;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dropbear, the SSH server of small systems: exec channels, no sftp. It runs with a /root and a /var/lib of its own. */
class DropbearTest {
    private static final Path PROGRAM = Path.of("/usr/sbin/dropbear");
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final String OWN_HOME = """
            set -e
            keys=$1
            shift
            mount -t tmpfs tmpfs /root
            mount -t tmpfs tmpfs /var/lib
            chmod 700 /root
            mkdir -m 700 /root/.ssh
            cp "$keys" /root/.ssh/authorized_keys
            chmod 600 /root/.ssh/authorized_keys
            exec "$@"
            """;

    @TempDir
    private static Path folder;

    private static Process dropbear;
    private static int port;
    private static SshConnector connector;

    @BeforeAll
    static void start() throws IOException {
        Missing.unless(Files.isExecutable(PROGRAM), PROGRAM + " (package dropbear-bin)");
        Missing.unless(System.getProperty("user.name").equals("root"), "root, for a mount namespace");
        StringBuilder authorized = new StringBuilder();
        for (String type : List.of("ed25519", "ecdsa", "rsa")) {
            Path key = RealSshd.keygen(folder.resolve("user_" + type), "-t", type, "-N", "");
            authorized.append(Files.readString(Path.of(key + ".pub")));
        }
        RealSshd.keygen(folder.resolve("stranger"), "-t", "ed25519", "-N", "");
        Path keys = Files.writeString(folder.resolve("authorized_keys"), authorized);
        Path host = folder.resolve("host");
        RealSshd.run(
                new ProcessBuilder("dropbearkey", "-t", "ed25519", "-f", host.toString()).redirectErrorStream(true));
        port = RealSshd.freePort();
        dropbear = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        OWN_HOME,
                        "sh",
                        keys.toString(),
                        PROGRAM.toString(),
                        "-F",
                        "-E",
                        "-r",
                        host.toString(),
                        "-p",
                        "127.0.0.1:" + port,
                        "-P",
                        folder.resolve("pid").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        awaitListening();
        connector = SshConnector.start();
    }

    private static void awaitListening() throws IOException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(probe.isConnected()).isTrue();
                return;
            } catch (IOException notYet) {
                if (System.nanoTime() > end || !dropbear.isAlive()) {
                    throw new IOException("dropbear did not start: " + Files.readString(folder.resolve("log")));
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    @AfterAll
    static void stop() {
        if (dropbear != null) {
            dropbear.descendants().forEach(ProcessHandle::destroyForcibly);
            dropbear.destroyForcibly();
        }
        if (connector != null) {
            connector.close();
        }
    }

    private static SshTarget target(String key, Path home) {
        SshSettings settings = SshSettings.EMPTY
                .withPort(port)
                .withUser("root")
                .withIdentityFile(folder.resolve(key))
                .withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW)
                .withOnlyKnownHostsFile(home.resolve("known_hosts"))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None());
        return new SshTarget(
                "switch01", "127.0.0.1", settings, new HomeDirectory(home), Optional.empty(), PassphraseSource.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_ed25519", "user_ecdsa", "user_rsa"})
    void runsBatchesBySh(String key, @TempDir Path own) throws TransportException {
        try (SshConnection connection = connector.connect(target(key, own))) {
            assertThat(connection.identification()).startsWith("SSH-2.0-dropbear");
            FarEndProof.bySh(connection, own.resolve("file").toString());
        }
    }

    @Test
    void takesAndStartsTheHelper(@TempDir Path own) throws TransportException {
        try (SshConnection connection = connector.connect(target("user_ed25519", own))) {
            FarEndProof.byHelper(connection, own.resolve("file").toString());
        }
    }

    @Test
    void anAgentSignsForIt(@TempDir Path own) throws IOException, TransportException {
        try (RealAgent agent = RealAgent.start(own)) {
            agent.add(folder.resolve("user_rsa"));
            SshTarget target = target("user_rsa", own);
            SshTarget byAgent = new SshTarget(
                    "switch01",
                    "127.0.0.1",
                    target.settings().with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(agent.socket())),
                    new HomeDirectory(own),
                    Optional.empty(),
                    PassphraseSource.NONE);
            try (SshConnection connection = connector.connect(byAgent)) {
                FarEndProof.bySh(connection, own.resolve("file").toString());
            }
        }
    }

    @Test
    void aStrangerIsRefused(@TempDir Path own) {
        TransportException e =
                catchThrowableOfType(TransportException.class, () -> connector.connect(target("stranger", own)));
        assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
    }
}
