package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** sshd with a host certificate, and what known_hosts says of it; the real ssh must judge each case alike. */
class HostCertificateTest {
    private static final String NAME = "leaf01.example";

    @TempDir
    private static Path folder;

    private static RealSshd certified;
    private static RealSshd expired;

    @TempDir
    private Path own;

    @BeforeAll
    static void start() throws IOException {
        for (String key : List.of("host", "ca", "other", "user")) {
            RealSshd.keygen(folder.resolve(key), "-t", "ed25519", "-N", "");
        }
        RealSshd.keygen(folder.resolve("ca_rsa"), "-t", "rsa", "-b", "2048", "-N", "");
        Files.copy(folder.resolve("user.pub"), folder.resolve("authorized_keys"));
        certified = sshd("ca", "valid", "+1h");
        expired = sshd("ca", "expired", "20200101:20210101");
    }

    @AfterAll
    static void stop() {
        if (expired != null) {
            certified.close();
            expired.close();
        }
    }

    private static RealSshd sshd(String authority, String name, String validity) throws IOException {
        Path home = Files.createDirectory(folder.resolve(name));
        Files.copy(folder.resolve("authorized_keys"), home.resolve("authorized_keys"));
        Path key = Files.copy(folder.resolve("host"), home.resolve("host"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(folder.resolve("host.pub"), home.resolve("host.pub"));
        RealSshd.run(new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-s",
                        folder.resolve(authority).toString(),
                        "-I",
                        "id of " + name,
                        "-h",
                        "-n",
                        NAME + ",leaf01",
                        "-V",
                        validity,
                        key + ".pub")
                .redirectErrorStream(true));
        return RealSshd.start(home, "HostKey " + key, "HostCertificate " + key + "-cert.pub");
    }

    private static String key(String name) throws IOException {
        String[] fields = Files.readString(folder.resolve(name + ".pub")).split(" ", -1);
        return fields[0] + " " + fields[1];
    }

    private SshSettings settings(RealSshd sshd, String... knownHosts) throws IOException {
        return SshSettings.EMPTY
                .withPort(sshd.port())
                .withIdentityFile(folder.resolve("user"))
                .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.None())
                .with(SshSetting.HOST_KEY_ALIAS, NAME)
                .withOnlyKnownHostsFile(Files.write(own.resolve("known_hosts"), List.of(knownHosts)));
    }

    private SshTarget target(SshSettings settings) {
        return new SshTarget(
                "leaf01", "127.0.0.1", settings, new HomeDirectory(own), Optional.empty(), PassphraseSource.NONE);
    }

    /** By a connector of its own: each reads the files once. */
    private void connect(SshSettings settings) throws TransportException {
        try (SshConnector connector = SshConnector.start()) {
            connector.connect(target(settings)).close();
        }
    }

    /** Whether the real ssh logs in with the same known_hosts. */
    private boolean sshAgrees(SshSettings settings, String... options) {
        ProcessBuilder ssh = new ProcessBuilder(
                "ssh",
                "-F",
                "none",
                "-p",
                String.valueOf(settings.get(SshSetting.PORT).orElseThrow()),
                "-i",
                folder.resolve("user").toString(),
                "-o",
                "BatchMode=yes",
                "-o",
                "StrictHostKeyChecking=yes",
                "-o",
                "IdentityAgent=none",
                "-o",
                "GlobalKnownHostsFile=none",
                "-o",
                "HostKeyAlias=" + settings.get(SshSetting.HOST_KEY_ALIAS).orElseThrow(),
                "-o",
                "UserKnownHostsFile=" + own.resolve("known_hosts"));
        settings.get(SshSetting.REVOKED_HOST_KEYS)
                .ifPresent(file -> ssh.command().addAll(List.of("-o", "RevokedHostKeys=" + file)));
        ssh.command().addAll(List.of(options));
        ssh.command().addAll(List.of("127.0.0.1", "true"));
        try {
            RealSshd.run(ssh.redirectErrorStream(true));
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private void assertTrusted(SshSettings settings) throws TransportException {
        connect(settings);
        assertThat(sshAgrees(settings)).as("the real ssh").isTrue();
    }

    private TransportException assertRefused(SshSettings settings, String reason) {
        TransportException e = catchThrowableOfType(TransportException.class, () -> connect(settings));
        assertThat(e).isNotNull();
        assertThat(e.kind()).isEqualTo(Kind.HOST_KEY_REJECTED);
        assertThat(e).hasMessageContaining(reason);
        assertThat(sshAgrees(settings)).as("the real ssh").isFalse();
        return e;
    }

    @Test
    void anAuthorityThatSignedTheHostIsEnough() throws IOException, TransportException {
        assertTrusted(settings(certified, "@cert-authority *.example " + key("ca")));
        assertTrusted(settings(certified, "@cert-authority leaf??.example,!leaf02.example " + key("ca")));
        assertTrusted(settings(certified, "@cert-authority * " + key("other"), "@cert-authority * " + key("ca")));
    }

    @Test
    void aHashedLineOfAnAuthorityCountsToo() throws IOException, TransportException {
        SshSettings settings = settings(certified, NAME + " " + key("ca"));
        Path file = own.resolve("known_hosts");
        RealSshd.run(new ProcessBuilder("ssh-keygen", "-q", "-H", "-f", file.toString()).redirectErrorStream(true));
        Files.writeString(file, "@cert-authority " + Files.readString(file));
        assertTrusted(settings);
    }

    @Test
    void anAuthorityOfOthersSaysNothing() throws IOException {
        assertRefused(
                settings(certified, "@cert-authority * " + key("other")),
                "which is not the @cert-authority of " + own.resolve("known_hosts") + ":1");
        assertRefused(settings(certified, "@cert-authority *.invalid " + key("ca")), "is not in ");
        assertRefused(settings(certified, NAME + " " + key("ca")), "has changed");
    }

    @Test
    void aCertificateThatHasExpiredIsNamed() throws IOException, TransportException {
        String authority = "@cert-authority * " + key("ca");
        assertRefused(settings(expired, authority), "its certificate \"id of expired\" expired at 2021-01-01");
        // the plain key in it is as good as it was
        assertTrusted(settings(expired, authority, NAME + " " + key("host")));
        assertRefused(settings(expired, authority, NAME + " " + key("other")), "has changed");
    }

    @Test
    void aCertificateForAnotherNameIsNamed() throws IOException {
        SshSettings other =
                settings(certified, "@cert-authority * " + key("ca")).with(SshSetting.HOST_KEY_ALIAS, "leaf02.example");
        assertRefused(other, "is for leaf01.example, leaf01, not for leaf02.example");
    }

    @Test
    void revokedKeysAndAuthoritiesAreRefused() throws IOException, TransportException {
        String authority = "@cert-authority * " + key("ca");
        assertRefused(
                settings(certified, authority, "@revoked * " + key("ca")),
                "the certificate authority of the host key of leaf01.example (ssh-ed25519 SHA256:");
        assertRefused(settings(certified, authority, "@revoked * " + key("host")), "the host key of leaf01.example");
        Path list = Files.writeString(own.resolve("revoked"), "# gone\n" + key("ca") + "\n");
        SshSettings settings = settings(certified, authority);
        assertRefused(settings.with(SshSetting.REVOKED_HOST_KEYS, list), "is revoked by " + list + ":2");
        Files.writeString(list, key("other") + " a comment\n");
        assertTrusted(settings.with(SshSetting.REVOKED_HOST_KEYS, list));
    }

    @Test
    void aRevocationListThatCannotBeReadTrustsNobody() throws IOException {
        SshSettings settings = settings(certified, NAME + " " + key("host"));
        assertRefused(settings.with(SshSetting.REVOKED_HOST_KEYS, own.resolve("none")), "cannot be read");
        Path krl = own.resolve("krl");
        RealSshd.run(new ProcessBuilder(
                        "ssh-keygen",
                        "-q",
                        "-k",
                        "-f",
                        krl.toString(),
                        folder.resolve("host.pub").toString())
                .redirectErrorStream(true));
        assertRefused(settings.with(SshSetting.REVOKED_HOST_KEYS, krl), "key revocation list (KRL)");
    }

    @Test
    void anAuthorityWithAnRsaKeySignsBySha2() throws IOException, TransportException {
        try (RealSshd sshd = sshd("ca_rsa", "rsa", "+1h")) {
            assertTrusted(settings(sshd, "@cert-authority * " + key("ca_rsa")));
            SshSettings less = settings(sshd, "@cert-authority * " + key("ca_rsa"))
                    .with(SshSetting.CA_SIGNATURE_ALGORITHMS, AlgorithmList.of("ssh-ed25519"));
            TransportException e = catchThrowableOfType(TransportException.class, () -> connect(less));
            assertThat(e).hasMessageContaining("which CASignatureAlgorithms does not allow");
            assertThat(sshAgrees(less, "-o", "CASignatureAlgorithms=ssh-ed25519"))
                    .isFalse();
        }
    }

    @Test
    void theBareNameCountsForAnotherPort() throws IOException, TransportException {
        SshSettings settings = settings(certified, "127.0.0.1 " + key("host"));
        SshSettings bare = SshSettings.EMPTY
                .withPort(certified.port())
                .withIdentityFile(folder.resolve("user"))
                .withOnlyKnownHostsFile(own.resolve("known_hosts"));
        connect(bare);
        assertThat(sshAgrees(settings)).as("by its alias").isFalse();
    }

    @Test
    void acceptNewTakesThePlainKeyOfACertificateThatDoesNotCount() throws IOException, TransportException {
        SshSettings settings =
                settings(expired, "@cert-authority * " + key("ca")).withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW);
        connect(settings);
        assertThat(Files.readAllLines(own.resolve("known_hosts")))
                .hasSize(2)
                .last()
                .isEqualTo(NAME + " " + key("host"));
    }
}
