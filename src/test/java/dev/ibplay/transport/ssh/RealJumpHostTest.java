package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.ssh.config.ConfigException;
import dev.ibplay.transport.ssh.config.LocalSurroundings;
import dev.ibplay.transport.ssh.config.SshConfig;
import dev.ibplay.transport.ssh.config.SshOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSSH's own server as jump host, as target behind it, and its client as proxy command. */
class RealJumpHostTest {
    @TempDir
    private static Path folder;

    private static RealSshd jump;
    private static RealSshd strict;
    private static RealSshd target;
    private SshConnector connector;

    @BeforeAll
    static void start() throws IOException {
        RealSshd.keygen(folder.resolve("key"), "-t", "ed25519", "-N", "");
        RealSshd.keygen(folder.resolve("host"), "-t", "ed25519", "-N", "");
        jump = sshd("jump");
        strict = sshd("strict", "AllowTcpForwarding no");
        target = sshd("target");
    }

    @BeforeEach
    void connector() {
        connector = SshConnector.start();
    }

    @AfterEach
    void disconnect() {
        connector.close();
    }

    private static RealSshd sshd(String name, String... settings) throws IOException {
        Path own = Files.createDirectory(folder.resolve(name));
        Files.copy(folder.resolve("key.pub"), own.resolve("authorized_keys"));
        String[] all = new String[settings.length + 1];
        System.arraycopy(settings, 0, all, 1, settings.length);
        all[0] = "HostKey " + folder.resolve("host");
        return RealSshd.start(own, all);
    }

    @AfterAll
    static void stop() {
        jump.close();
        strict.close();
        target.close();
    }

    /** A configuration with the blocks that are given, and what all hosts here have in common. */
    private static SshTarget target(String name, String blocks) throws IOException, ConfigException {
        String common = "Host *\n  HostName 127.0.0.1\n  IdentityFile %s/key\n  StrictHostKeyChecking accept-new\n"
                        .formatted(folder)
                + "  UserKnownHostsFile %s/known\n  GlobalKnownHostsFile none\n".formatted(folder)
                + "Host leaf*\n  Port %d\nHost gate\n  Port %d\nHost second\n  Port %d\nHost strict\n  Port %d\n"
                        .formatted(target.port(), jump.port(), target.port(), strict.port());
        Path file = Files.writeString(folder.resolve("config"), blocks + common);
        SshConfig config = SshConfig.ofFile(file, new LocalSurroundings(Map.of("SHELL", "/bin/sh"), folder));
        assertThat(config.problems()).isEmpty();
        SshOptions nothing = new SshOptions();
        return new SshTargets(new HomeDirectory(folder), false)
                .target(
                        config,
                        new SshTargets.Wanted(
                                name, name, nothing, SshSettings.EMPTY, Optional.empty(), PassphraseSource.NONE));
    }

    private String run(SshTarget to) throws IOException, TransportException {
        try (SshConnection connection = connector.connect(to);
                Channel channel = connection.start("echo $SSH_CONNECTION; head -c 3000000 /dev/zero | wc -c")) {
            return new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void hostsBehindOpenSshShareItsConnection() throws IOException, TransportException, ConfigException {
        String blocks = "Host leaf*\n  ProxyJump gate\n";
        for (int i = 0; i < 5; i++) {
            assertThat(run(target("leaf" + i, blocks)))
                    .contains(" 127.0.0.1 " + target.port())
                    .endsWith("3000000\n");
        }
        assertThat(connector.connections()).isEqualTo(1);
    }

    @Test
    void jumpHostsFollowEachOther() throws IOException, TransportException, ConfigException {
        assertThat(run(target("leaf1", "Host leaf*\n  ProxyJump gate,second\nHost second\n  User root\n")))
                .endsWith("3000000\n");
        assertThat(run(target("leaf1", "Host leaf*\n  ProxyJump second\nHost second\n  ProxyJump gate\n")))
                .endsWith("3000000\n");
        assertThat(connector.connections()).isEqualTo(1);
    }

    @Test
    void aCircleOfJumpHostsIsAnError() {
        ConfigException e = catchThrowableOfType(ConfigException.class, () -> target("leaf1", """
                                Host leaf*
                                  ProxyJump gate
                                Host gate
                                  ProxyJump second
                                Host second
                                  ProxyJump gate
                                """));
        assertThat(e).hasMessageContaining("in a circle: leaf1 behind gate behind second behind gate");
        assertThat(e.place()).endsWith("config:6");
    }

    @Test
    void forwardingThatIsRefusedAndTargetsThatAreDownAreToldApart() throws IOException, ConfigException {
        TransportException refused = failure(target("leaf1", "Host leaf*\n  ProxyJump strict\n"));
        assertThat(refused.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(refused).hasMessageContaining("does not forward to 127.0.0.1 port " + target.port());
        TransportException down = failure(target("leaf1", "Host leaf*\n  ProxyJump gate\n  Port 1\n"));
        assertThat(down).hasMessageContaining("cannot connect to 127.0.0.1 port 1: ");
    }

    @Test
    void aProxyCommandCarriesTheConnection() throws IOException, TransportException, ConfigException {
        String ssh =
                "ssh -F none -i %s/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -q -W %%h:%%p -p %d 127.0.0.1"
                        .formatted(folder, jump.port());
        assertThat(run(target("leaf1", "Host leaf*\n  ProxyCommand " + ssh + "\n")))
                .endsWith("3000000\n");
        assertThat(connector.connections()).isZero();
    }

    @Test
    void aProxyCommandHasNoTerminalAndEndsWithTheConnection() throws IOException, TransportException, ConfigException {
        Path mark = folder.resolve("mark");
        String script =
                "sh -c '(: </dev/tty) 2>%s; echo $$ >>%s; exec ssh -F none -i %s/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -q -W 127.0.0.1:%%p -p %d 127.0.0.1'"
                        .formatted(mark, mark, folder, jump.port());
        run(target("leaf1", "Host leaf*\n  ProxyCommand " + script + "\n"));
        String written = Files.readString(mark);
        assertThat(written).contains("/dev/tty");
        String pid = written.lines().reduce((a, b) -> b).orElseThrow();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    @Test
    void whatAProxyCommandSaysIsTold() throws IOException, ConfigException {
        TransportException e = failure(
                target("leaf1", "Host leaf*\n  ProxyCommand sh -c 'echo no way to %h >&2; echo today >&2; exit 3'\n"));
        assertThat(e).hasMessage("the proxy command ended with status 3: no way to 127.0.0.1; today");
        assertThat(e.kind().isUnreachable()).isTrue();
        TransportException absent = failure(target("leaf1", "Host leaf*\n  ProxyCommand /no/such/program\n"));
        assertThat(absent).hasMessageContaining("ended with status 127").hasMessageContaining("/no/such/program");
    }

    private TransportException failure(SshTarget to) {
        return catchThrowableOfType(TransportException.class, () -> connector.connect(to));
    }
}
