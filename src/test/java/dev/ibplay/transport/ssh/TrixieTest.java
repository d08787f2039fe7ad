package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSSH 10.0 of Debian trixie. */
class TrixieTest {
    @TempDir
    private static Path folder;

    private static RealSshd sshd;
    private static SshConnector connector;

    @BeforeAll
    static void start() throws IOException {
        for (String key : List.of("host", "user", "stranger", "ca")) {
            RealSshd.keygen(folder.resolve(key), "-t", "ed25519", "-N", "");
        }
        RealSshd.run(new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-s",
                        folder.resolve("ca").toString(),
                        "-I",
                        "trixie",
                        "-h",
                        "-n",
                        "127.0.0.1",
                        "-V",
                        "+1h",
                        folder.resolve("host.pub").toString())
                .redirectErrorStream(true));
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized_keys"));
        sshd = RealSshd.startTrixie(
                folder,
                "HostKey " + folder.resolve("host"),
                "HostCertificate " + folder.resolve("host-cert.pub"),
                "PerSourcePenalties no");
        Files.writeString(
                folder.resolve("known_hosts"), "@cert-authority * " + Files.readString(folder.resolve("ca.pub")));
        connector = SshConnector.start();
    }

    @AfterAll
    static void stop() {
        if (connector != null) {
            connector.close();
            sshd.close();
        }
    }

    private static SshTarget target(RealSshd server, String key, Path knownHosts) {
        SshSettings settings = SshSettings.EMPTY
                .withPort(server.port())
                .withUser("root")
                .withIdentityFile(folder.resolve(key))
                .withOnlyKnownHostsFile(knownHosts)
                .withTimeouts(Duration.ofSeconds(2), Duration.ofSeconds(30))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None());
        return new SshTarget(
                "node01", "127.0.0.1", settings, new HomeDirectory(folder), Optional.empty(), PassphraseSource.NONE);
    }

    @Test
    void runsBatchesByShAndByTheHelper() throws TransportException {
        try (SshConnection connection = connector.connect(target(sshd, "user", folder.resolve("known_hosts")))) {
            assertThat(connection.identification()).startsWith("SSH-2.0-OpenSSH_10.");
            assertThat(connection.keyExchange()).isEqualTo("mlkem768x25519-sha256");
            FarEndProof.bySh(connection, "/tmp/by-sh");
            FarEndProof.byHelper(connection, "/tmp/by-helper");
        }
    }

    /** Since 9.8 sshd refuses whole connections from where failed logins came; it notes them when their process ends. */
    @Test
    void aPenaltyIsNamed(@TempDir Path own) throws IOException {
        Files.createFile(own.resolve("authorized_keys"));
        Path hostKey = RealSshd.keygen(own.resolve("host"), "-t", "ed25519", "-N", "");
        try (RealSshd strict =
                RealSshd.startTrixie(own, "HostKey " + hostKey, "PerSourcePenalties authfail:60 min:1")) {
            Path known = own.resolve("known_hosts");
            Optional<TransportException> last = Optional.empty();
            for (int i = 0;
                    i < 20
                            && last.filter(e -> e.kind() != Kind.AUTHENTICATION_REFUSED)
                                    .isEmpty();
                    i++) {
                SshTarget target = target(strict, "stranger", known);
                SshTarget accepting = new SshTarget(
                        target.host(),
                        target.named(),
                        target.settings().withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW),
                        target.home(),
                        target.password(),
                        target.passphrases());
                last = Optional.ofNullable(
                        catchThrowableOfType(TransportException.class, () -> connector.connect(accepting)));
            }
            TransportException refused = last.orElseThrow();
            assertThat(refused.kind()).isEqualTo(Kind.CONNECTION_LOST);
            assertThat(refused).hasMessageEndingWith(" times)");
            // its line "Not allowed at this time" may be lost when it resets the connection
            assertThat(refused.hint()).hasValueSatisfying(h -> assertThat(h).contains("PerSourcePenalties"));
        }
    }
}
