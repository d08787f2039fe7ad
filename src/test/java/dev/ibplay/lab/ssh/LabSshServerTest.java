package dev.ibplay.lab.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Secret;
import dev.ibplay.lab.BootstrapShell;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Fault;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.PassphraseSource;
import dev.ibplay.transport.ssh.SshConnection;
import dev.ibplay.transport.ssh.SshConnector;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabSshServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Secret PASSWORD = Secret.of("fabric");

    @TempDir
    private Path folder;

    private final ScaledClock clock = new ScaledClock(10);
    private final Machine template = new Machine("template", new Disk(clock), clock);
    private LabSshServer server;
    private SshConnector connector;

    @BeforeEach
    void start() throws Exception {
        BootstrapShell.install(template);
        template.install("/usr/bin/helper", new HelperProgram());
        server = LabSshServer.start();
        connector = SshConnector.start();
    }

    @AfterEach
    void stop() throws Exception {
        connector.close();
        server.close();
        clock.close();
    }

    private static SshAccount root() {
        return new SshAccount(Account.ROOT, Optional.of(PASSWORD), List.of());
    }

    private SshHost host(String name) throws Exception {
        SshHost host = server.add(template.sibling(name), List.of(root()));
        know(host);
        return host;
    }

    private void know(SshHost... hosts) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (SshHost host : hosts) {
            lines.append(host.knownHostsLine()).append('\n');
        }
        Files.writeString(folder.resolve("known_hosts"), lines);
    }

    private SshConnection connect(SshHost host, Optional<Secret> password) throws Exception {
        SshSettings settings = SshSettings.EMPTY
                .withPort(host.port())
                .withUser("root")
                .withOnlyKnownHostsFile(folder.resolve("known_hosts"))
                .withTimeouts(LIMIT, LIMIT);
        return connector.connect(new SshTarget(
                host.machine().name(),
                "127.0.0.1",
                settings,
                new HomeDirectory(folder),
                password,
                PassphraseSource.NONE));
    }

    private SshConnection connect(SshHost host) throws Exception {
        return connect(host, Optional.of(PASSWORD));
    }

    private static String output(SshConnection connection, String line) throws Exception {
        try (Channel channel = connection.start(line)) {
            channel.stdin().close();
            return new String(channel.stdout().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HostSession helper(SshConnection connection) throws Exception {
        HelperChoice choice = new HelperChoice.AtPath("/usr/bin/helper");
        return switch (HelperSession.open("node01", connection, choice, LIMIT)) {
            case HelperOpening.Opened opened -> opened.session();
            case HelperOpening.Unusable unusable -> throw new AssertionError(unusable.reason());
        };
    }

    @Test
    void thePortSaysWhichMachineIsMeant() throws Exception {
        List<Machine> machines = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            machines.add(template.sibling("node" + i));
            machines.get(i).disk().write("/name", Bytes.ofUtf8("node" + i), 0644);
        }
        List<SshHost> hosts = server.addAll(machines, List.of(root()));
        know(hosts.toArray(SshHost[]::new));
        for (int i : new int[] {0, 7, 29}) {
            try (SshConnection connection = connect(hosts.get(i));
                    HostSession session = helper(connection)) {
                Outcome outcome = session.run(Batch.of(List.of(Operation.ReadFile.of("/name"))), LIMIT)
                        .getFirst();
                assertThat(((Outcome.FileContent) outcome).content().lossyText())
                        .isEqualTo("node" + i);
            }
        }
    }

    @Test
    void commandsHaveStreamsStatusAndSignals() throws Exception {
        try (SshConnection connection = connect(host("node01"))) {
            assertThat(output(connection, "show SSH_CONNECTION"))
                    .matches("127\\.0\\.0\\.1 \\d+ 127\\.0\\.0\\.1 \\d+\n");
            assertThat(output(connection, "show HOME")).isEqualTo("/root\n");
            try (Channel channel = connection.start("copy")) {
                channel.stdin().write("through\n".getBytes(StandardCharsets.UTF_8));
                channel.stdin().close();
                assertThat(channel.stdout().readAllBytes()).asString().isEqualTo("through\n");
                assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(0));
            }
            try (Channel channel = connection.start("exit 7")) {
                assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(7));
            }
            try (Channel channel = connection.start("die 15")) {
                assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Signalled(15));
            }
        }
    }

    @Test
    void wrongPasswordsAreRefusedAndKeysLetIn() throws Exception {
        SshHost host = host("node01");
        TransportException refused =
                catchThrowableOfType(TransportException.class, () -> connect(host, Optional.of(Secret.of("guess"))));
        assertThat(refused.kind()).isEqualTo(Kind.AUTHENTICATION_REFUSED);
        KeyPair mine = KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
        Path file = Files.createDirectories(folder.resolve(".ssh")).resolve("id_ed25519");
        try (var out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(mine, "me", null, out);
        }
        Files.setAttribute(file, "unix:mode", 0600);
        host.accounts(List.of(new SshAccount(Account.ROOT, Optional.empty(), List.of(mine.getPublic()))));
        try (SshConnection connection = connect(host, Optional.empty())) {
            assertThat(output(connection, "show USER")).isEqualTo("root\n");
        }
    }

    @Test
    void aChangedHostKeyIsSeen() throws Exception {
        SshHost host = host("node01");
        host.hostKey(LabSshServer.newKey());
        TransportException refused = catchThrowableOfType(TransportException.class, () -> connect(host));
        assertThat(refused.kind()).isEqualTo(Kind.HOST_KEY_REJECTED);
    }

    @Test
    void aHostThatDoesNotListenRefuses() throws Exception {
        SshHost host = host("node01");
        host.refuse();
        TransportException refused = catchThrowableOfType(TransportException.class, () -> connect(host));
        assertThat(refused.kind()).isEqualTo(Kind.UNREACHABLE);
        host.listen();
        try (SshConnection connection = connect(host)) {
            assertThat(output(connection, "show HOME")).isEqualTo("/root\n");
        }
    }

    @Test
    void whatAClosedChannelLeavesIsKilled() throws Exception {
        SshHost host = host("node01");
        try (SshConnection connection = connect(host)) {
            Channel channel = connection.start("sleep");
            assertThat(eventually(() -> host.machine().processes().all().size() == 2))
                    .isTrue();
            channel.close();
            assertThat(eventually(() -> host.machine().processes().all().size() == 1))
                    .isTrue();
        }
    }

    @Test
    void faultsHappenBeforeTheirStep() throws Exception {
        SshHost host = host("node01");
        Machine machine = host.machine();
        Operation write = new Operation.ReplaceFile("/x", Optional.empty(), Bytes.ofUtf8("x"), 0600);
        Batch batch = Batch.of(List.of(Operation.ReadFile.of("/x"), write));
        for (Fault fault : List.of(new Fault.DropConnection(), new Fault.Reboot(), new Fault.KillFarEnd())) {
            machine.faults(Faults.at(2, fault));
            String boot = machine.bootId();
            try (SshConnection connection = connect(host);
                    HostSession session = helper(connection)) {
                TransportException lost =
                        catchThrowableOfType(TransportException.class, () -> session.run(batch, LIMIT));
                assertThat(lost.kind()).as("%s", fault).isIn(Kind.CONNECTION_LOST, Kind.FAR_END_BROKEN);
            }
            assertThat(eventually(() -> machine.processes().all().size() == 1))
                    .as("%s", fault)
                    .isTrue();
            assertThat(machine.disk().exists("/x")).as("%s", fault).isFalse();
            assertThat(machine.bootId().equals(boot)).as("%s", fault).isEqualTo(!(fault instanceof Fault.Reboot));
        }
        machine.faults(Faults.at(2, new Fault.DiskFull("/")));
        try (SshConnection connection = connect(host);
                HostSession session = helper(connection)) {
            Outcome outcome = session.run(batch, LIMIT).getLast();
            assertThat(((Outcome.OperationFailed) outcome).errno()).isEqualTo("ENOSPC");
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static boolean eventually(Condition condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    private static boolean endsWithoutAGreeting(Socket socket) throws IOException {
        try {
            return !new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains("SSH-2.0");
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void aHostThatRebootsIsOutOfReachUntilItIsUp() throws Exception {
        SshHost host = host("node01");
        host.machine().bootTime(Duration.ofSeconds(20));
        host.machine().reboot();
        // A login would be tried again, and get in once the host is up.
        try (Socket early = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
            early.setSoTimeout((int) LIMIT.toMillis());
            assertThat(endsWithoutAGreeting(early)).isTrue();
        }
        while (!host.machine().isUp()) {
            clock.sleep(Duration.ofMillis(10));
        }
        assertThat(output(connect(host), "show HOME")).isEqualTo("/root\n");
    }
}
