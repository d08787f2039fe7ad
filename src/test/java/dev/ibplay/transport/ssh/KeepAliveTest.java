package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host that falls silent in the middle of a command, without a word to the network. */
class KeepAliveTest {
    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void aHostThatFallsSilentIsLostSoon() throws IOException, TransportException {
        Path host = RealSshd.keygen(folder.resolve("host"), "-t", "ed25519", "-N", "");
        Path user = RealSshd.keygen(folder.resolve("user"), "-t", "ed25519", "-N", "");
        Files.copy(Path.of(user + ".pub"), folder.resolve("authorized_keys"));
        try (RealSshd sshd = RealSshd.start(folder, "HostKey " + host);
                SshConnector connector = SshConnector.start()) {
            SshSettings settings = SshSettings.EMPTY
                    .withPort(sshd.port())
                    .withIdentityFile(user)
                    .withHostKeyPolicy(HostKeyPolicy.ACCEPT_NEW)
                    .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                    .with(SshSetting.SERVER_ALIVE_INTERVAL, Duration.ofSeconds(1))
                    .with(SshSetting.SERVER_ALIVE_COUNT_MAX, 2);
            SshTarget target = new SshTarget(
                    "node01",
                    "127.0.0.1",
                    settings,
                    new HomeDirectory(folder),
                    Optional.empty(),
                    PassphraseSource.NONE);
            try (SshConnection connection = connector.connect(target);
                    Channel channel = connection.start("kill -STOP $PPID; exec sleep 600")) {
                assertThatThrownBy(() -> channel.stdout().readAllBytes())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("lost");
                TransportException e =
                        catchThrowableOfType(TransportException.class, () -> channel.waitFor(Duration.ofMinutes(10)));
                assertThat(e.kind()).isEqualTo(Kind.CONNECTION_LOST);
                assertThat(e).hasMessageContaining("the host has not answered for about 3 s");
            }
        }
    }

    @Test
    void theDefaultFindsItOutWithinAMinute() {
        assertThat(KeepAlive.of(SshSettings.EMPTY).patienceSeconds()).isEqualTo(60);
        SshSettings off = SshSettings.EMPTY.with(SshSetting.SERVER_ALIVE_INTERVAL, Duration.ZERO);
        assertThat(KeepAlive.of(off).interval()).isZero();
    }
}
