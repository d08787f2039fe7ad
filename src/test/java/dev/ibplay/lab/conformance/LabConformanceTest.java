package dev.ibplay.lab.conformance;

import dev.ibplay.exec.Secret;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.shell.Shell;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshAccount;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.PassphraseSource;
import dev.ibplay.transport.ssh.SshConnector;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The lab's hosts answer as real ones do. */
class LabConformanceTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final ScaledClock CLOCK = new ScaledClock(1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @AfterAll
    static void stop() {
        CLOCK.close();
    }

    private static Machine machine() throws IOException {
        Machine machine = new Machine("node01", new Disk(CLOCK), CLOCK);
        Shell.install(machine);
        machine.install(LabHelper.PATH, new HelperProgram());
        return machine;
    }

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    @TestFactory
    DynamicContainer helperThroughPipes() throws IOException {
        Machine machine = machine();
        return FarEndConformance.testsOf(LabHelper.throughPipes(machine, new LabHost(machine)));
    }

    @TestFactory
    DynamicContainer helperOverSsh() throws Exception {
        Machine machine = machine();
        LabHost host = new LabHost(machine);
        LabSshServer server = LabSshServer.start();
        open.add(server);
        SshConnector connector = SshConnector.start();
        open.add(connector);
        Secret password = Secret.of("fabric");
        SshHost sshd = server.add(machine, List.of(new SshAccount(Account.ROOT, Optional.of(password), List.of())));
        Path known = Files.writeString(folder.resolve("known_hosts"), sshd.knownHostsLine() + "\n");
        SshSettings settings = SshSettings.EMPTY
                .withPort(sshd.port())
                .withUser("root")
                .withOnlyKnownHostsFile(known)
                .withTimeouts(LIMIT, LIMIT);
        SshTarget target = new SshTarget(
                "node01",
                LabSshServer.ADDRESS,
                settings,
                new HomeDirectory(folder),
                Optional.of(password),
                PassphraseSource.NONE);
        return FarEndConformance.testsOf(new Candidate(
                "the lab's helper over SSH",
                0,
                () -> {
                    HostSession session = LabHelper.open(connector.connect(target));
                    return host.inGroup(session, machine.logins().newest());
                },
                host));
    }
}
