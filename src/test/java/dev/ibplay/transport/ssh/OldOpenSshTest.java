package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenSSH's sshd with only the algorithms of one from ten and more years ago. */
class OldOpenSshTest {
    @TempDir
    private Path folder;

    private RealSshd old(String exchange) throws IOException {
        Path host = RealSshd.keygen(folder.resolve("host"), "-t", "rsa", "-b", "2048", "-N", "");
        Path user = RealSshd.keygen(folder.resolve("user"), "-t", "rsa", "-b", "2048", "-N", "");
        Files.copy(Path.of(user + ".pub"), folder.resolve("authorized_keys"));
        RealSshd sshd = RealSshd.start(
                folder,
                "HostKey " + host,
                "KexAlgorithms " + exchange,
                "HostKeyAlgorithms ssh-rsa",
                "PubkeyAcceptedAlgorithms ssh-rsa",
                "Ciphers aes128-cbc,3des-cbc",
                "MACs hmac-sha1");
        Files.writeString(
                folder.resolve("known_hosts"),
                "[127.0.0.1]:" + sshd.port() + " " + Files.readString(Path.of(host + ".pub")));
        return sshd;
    }

    private SshTarget target(RealSshd sshd, SshSettings more) {
        // this sshd announces SHA-2 (server-sig-algs) and refuses it; those that are really old announce nothing
        SshSettings settings = more.with(SshSetting.PUBKEY_ACCEPTED_ALGORITHMS, AlgorithmList.of("ssh-rsa"))
                .withPort(sshd.port())
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"));
        return new SshTarget(
                "leaf01", "127.0.0.1", settings, new HomeDirectory(folder), Optional.empty(), PassphraseSource.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"diffie-hellman-group1-sha1", "diffie-hellman-group14-sha1", "diffie-hellman-group-exchange-sha1"
            })
    void isReachedWhereTheInventoryAllowsIt(String exchange) throws IOException, TransportException {
        try (RealSshd sshd = old(exchange);
                SshConnector connector = SshConnector.start()) {
            SshSettings key = SshSettings.EMPTY.withIdentityFile(folder.resolve("user"));
            TransportException e =
                    catchThrowableOfType(TransportException.class, () -> connector.connect(target(sshd, key)));
            assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(e.hint()).hasValueSatisfying(h -> assertThat(h).contains("ibplay_ssh_legacy_crypto: true"));
            try (SshConnection connection = connector.connect(target(sshd, key.withLegacyCrypto()))) {
                assertThat(connection.keyExchange()).isEqualTo(exchange);
                FarEndProof.bySh(connection, folder.resolve("file").toString());
            }
        }
    }

    @Test
    void anAgentSignsAsOldServersWantIt() throws IOException, TransportException {
        try (RealSshd sshd = old("diffie-hellman-group14-sha1");
                RealAgent agent = RealAgent.start(folder);
                SshConnector connector = SshConnector.start()) {
            agent.add(folder.resolve("user"));
            SshSettings settings = SshSettings.EMPTY
                    .withLegacyCrypto()
                    .with(SshSetting.IDENTITY_AGENT, new IdentityAgent.At(agent.socket()));
            try (SshConnection connection = connector.connect(target(sshd, settings))) {
                FarEndProof.bySh(connection, folder.resolve("file").toString());
            }
        }
    }
}
