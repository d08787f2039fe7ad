package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins with certificates that an authority of the real sshd has signed; no plain key is let in. */
class UserCertificateTest {
    private static final String USER = System.getProperty("user.name");

    @TempDir
    private static Path folder;

    private static RealSshd sshd;
    private static SshConnector connector;

    @TempDir
    private Path own;

    @BeforeAll
    static void start() throws IOException {
        Path host = RealSshd.keygen(folder.resolve("host"), "-t", "ed25519", "-N", "");
        Path authority = RealSshd.keygen(folder.resolve("ca"), "-t", "ed25519", "-N", "");
        sshd = RealSshd.start(folder, "HostKey " + host, "TrustedUserCAKeys " + authority + ".pub", "MaxStartups 200");
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:" + sshd.port() + " " + Files.readString(Path.of(host + ".pub")));
        connector = SshConnector.start();
    }

    @AfterAll
    static void stop() {
        if (sshd != null) {
            connector.close();
            sshd.close();
        }
    }

    /** A new key with a certificate beside it. */
    private Path certified(String name, String type, String principal, String validity) throws IOException {
        Path key = RealSshd.keygen(own.resolve(name), "-t", type, "-N", "");
        RealSshd.run(new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-s",
                        folder.resolve("ca").toString(),
                        "-I",
                        name,
                        "-n",
                        principal,
                        "-V",
                        validity,
                        key + ".pub")
                .redirectErrorStream(true));
        return key;
    }

    private static SshSettings settings() {
        return SshSettings.EMPTY
                .withPort(sshd.port())
                .withUser(USER)
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None());
    }

    private String login(SshSettings settings) throws TransportException {
        SshTarget target = new SshTarget(
                "node01", "127.0.0.1", settings, new HomeDirectory(own), Optional.empty(), PassphraseSource.NONE);
        try (SshConnection connection = connector.connect(target)) {
            return connection.keyExchange();
        }
    }

    private String refusal(SshSettings settings) {
        TransportException e = catchThrowableOfType(TransportException.class, () -> login(settings));
        assertThat(e.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        return String.valueOf(e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "ecdsa", "rsa"})
    void theCertificateBesideAKeyIsOffered(String type) throws IOException, TransportException {
        assertThat(login(settings().withIdentityFile(certified("key", type, USER, "+1h"))))
                .isNotEmpty();
    }

    @Test
    void aCertificateFileIsOfferedWithTheKeyThatItIsFor() throws IOException, TransportException {
        Path key = certified("key", "ed25519", USER, "+1h");
        Path moved = Files.move(Path.of(key + "-cert.pub"), own.resolve("elsewhere.pub"));
        assertThat(refusal(settings().withIdentityFile(key))).contains("refused the login");
        SshSettings named = settings().with(SshSetting.CERTIFICATE_FILES, List.of(moved));
        assertThat(login(named.withIdentityFile(key))).isNotEmpty();
        Path other = RealSshd.keygen(own.resolve("other"), "-t", "ed25519", "-N", "");
        assertThat(refusal(named.withIdentityFile(other)))
                .contains(moved + " holds a certificate whose private key neither a key file nor the ssh-agent has");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa"})
    void theAgentSignsForItsCertificatesAndForThoseOfFiles(String type) throws IOException, TransportException {
        Path key = certified("key", type, USER, "+1h");
        Path certificate = Path.of(key + "-cert.pub");
        try (RealAgent agent = RealAgent.start(own)) {
            SshSettings settings = settings().with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(agent.socket()));
            agent.add(key);
            Path moved = Files.move(certificate, own.resolve("moved.pub"));
            assertThat(login(settings)).isNotEmpty();
            SshConnector fresh = SshConnector.start();
            try (fresh;
                    RealAgent plain = RealAgent.start(Files.createDirectory(own.resolve("second")))) {
                plain.add(key);
                SshSettings second = settings()
                        .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(plain.socket()))
                        .with(SshSetting.CERTIFICATE_FILES, List.of(moved));
                assertThat(login(second)).isNotEmpty();
            }
        }
    }

    @Test
    void oneThatIsNotValidNowIsNamed() throws IOException {
        Path expired = certified("old", "ed25519", USER, "20200101:20210101");
        assertThat(refusal(settings().withIdentityFile(expired)))
                .contains(expired + "-cert.pub holds a certificate that expired at 2021-01-01");
        Path early = certified("early", "ed25519", USER, "20990101:21000101");
        assertThat(refusal(settings().withIdentityFile(early)))
                .contains(early + "-cert.pub holds a certificate that is not valid before 2099-01-01");
    }

    @Test
    void oneForAnotherUserIsNamed() throws IOException {
        Path key = certified("theirs", "ed25519", "operator", "+1h");
        assertThat(refusal(settings().withIdentityFile(key)))
                .contains("the certificate \"theirs\" is for operator, not for " + USER);
    }
}
