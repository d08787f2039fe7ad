package dev.ibplay.lab.conformance;

import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.shell.Shell;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.posix.PosixSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The lab's hosts answer as real ones do, with the lab's shell and programs on them. */
class LabShellConformanceTest {
    private static final ScaledClock CLOCK = new ScaledClock(1);

    @AfterAll
    static void stop() {
        CLOCK.close();
    }

    private static Machine machine() throws IOException {
        Machine machine = new Machine("node01", new Disk(CLOCK), CLOCK);
        Shell.install(machine);
        machine.install(LabHelper.PATH, new HelperProgram());
        machine.install("/usr/sbin/ip", LabShellConformanceTest::ip);
        return machine;
    }

    /** {@code ip link set dev NAME mtu BYTES} on a host that has lo only. */
    private static int ip(Invocation call) throws IOException {
        String name = call.arguments().get(4);
        if (name.equals("lo")) {
            return 0;
        }
        call.stderr().write(("Cannot find device \"" + name + "\"\n").getBytes(StandardCharsets.UTF_8));
        return 1;
    }

    private static Candidate shell(Machine machine, LabHost host) {
        return new Candidate(
                "the lab's sh",
                0,
                () -> {
                    PipedConnection connection = new PipedConnection(machine);
                    return host.inGroup(PosixSession.open("node01", connection), connection.group());
                },
                host);
    }

    @TestFactory
    DynamicContainer shell() throws IOException {
        Machine machine = machine();
        return FarEndConformance.testsOf(shell(machine, new LabHost(machine)));
    }

    @TestFactory
    DynamicContainer shellAfterHelper() throws IOException {
        Machine machine = machine();
        LabHost host = new LabHost(machine);
        return FarEndConformance.mixedTestsOf(LabHelper.throughPipes(machine, host), shell(machine, host));
    }

    @TestFactory
    DynamicContainer helperAfterShell() throws IOException {
        Machine machine = machine();
        LabHost host = new LabHost(machine);
        return FarEndConformance.mixedTestsOf(shell(machine, host), LabHelper.throughPipes(machine, host));
    }
}
