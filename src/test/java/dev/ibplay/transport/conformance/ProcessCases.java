package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.ListProcesses;
import dev.ibplay.exec.Operation.SendSignal;
import dev.ibplay.exec.Operation.SetLinkMtu;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.ProcessEntry;
import dev.ibplay.exec.Signal;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.transport.conformance.TestHost.Sleeper;
import java.util.List;
import java.util.Set;

/** What processes, signals, interfaces and ports that are not there must answer. */
final class ProcessCases {
    private ProcessCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of(
                        "a process is listed by its comm, with arguments and start time", ProcessCases::list),
                ConformanceCase.of("a name that nothing has is listed as nothing", ProcessCases::listNothing),
                ConformanceCase.of("a signal reaches the process that was seen", ProcessCases::signal),
                ConformanceCase.of("a process with another start time, or none, is Moved", ProcessCases::signalMoved),
                ConformanceCase.of("a process of another user is EPERM", ProcessCases::signalDenied),
                ConformanceCase.of("an interface that is not there fails", ProcessCases::noInterface),
                ConformanceCase.of("an interface's MTU is set, or refused without rights", ProcessCases::mtu),
                ConformanceCase.of("a port that is not there fails", ProcessCases::noPort));
    }

    /** A program of its own name, so that other tests' processes are not found. */
    private static Sleeper sleeper(Scene scene, String name, String... arguments) throws Exception {
        return scene.host().sleeper(scene.path(name), List.of(arguments));
    }

    private static List<ProcessEntry> entries(Scene scene, String... names) throws Exception {
        return Scene.as(Outcome.ProcessesFound.class, scene.ask(new ListProcesses(Set.of(names))))
                .processes();
    }

    private static ProcessEntry only(Scene scene, String name, Sleeper process) throws Exception {
        List<ProcessEntry> found = entries(scene, name);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().pid()).isEqualTo(process.pid());
        return found.getFirst();
    }

    private static void list(Scene scene) throws Exception {
        Sleeper process = sleeper(scene, "ibplay(s) 1", "300", "0", "\n 1");
        try {
            ProcessEntry entry = only(scene, "ibplay(s) 1", process);
            assertThat(entry.comm()).isEqualTo("ibplay(s) 1");
            assertThat(entry.arguments()).containsExactly(scene.path("ibplay(s) 1"), "300", "0", "\n 1");
            assertThat(entry.startTicks()).isPositive();
            long started = process.startedSeconds();
            assertThat(entry.startSeconds()).isBetween(started - 2, started + 2);
        } finally {
            process.kill();
        }
    }

    private static void listNothing(Scene scene) throws Exception {
        assertThat(entries(scene, "ibplay-none")).isEmpty();
        assertThat(entries(scene)).isEmpty();
    }

    private static void signal(Scene scene) throws Exception {
        scene.requireRoot("the test's processes belong to root");
        Sleeper process = sleeper(scene, "ibplay-signal", "300");
        try {
            ProcessEntry entry = only(scene, "ibplay-signal", process);
            assertThat(scene.ask(new SendSignal(entry.pid(), entry.startTicks(), Signal.TERM)))
                    .isEqualTo(new Outcome.Done());
            assertThat(process.isTerminated()).isTrue();
        } finally {
            process.kill();
        }
    }

    private static void signalMoved(Scene scene) throws Exception {
        Sleeper process = sleeper(scene, "ibplay-moved", "300");
        try {
            ProcessEntry entry = only(scene, "ibplay-moved", process);
            Scene.as(Outcome.Moved.class, scene.ask(new SendSignal(entry.pid(), entry.startTicks() + 1, Signal.TERM)));
            assertThat(process.isAlive()).isTrue();
            process.kill();
            Scene.as(Outcome.Moved.class, scene.ask(new SendSignal(entry.pid(), entry.startTicks(), Signal.TERM)));
        } finally {
            process.kill();
        }
    }

    private static void signalDenied(Scene scene) throws Exception {
        scene.requireNotRoot("root may send any signal");
        Sleeper process = sleeper(scene, "ibplay-denied", "300");
        try {
            int owner = scene.host().owner("/proc/" + process.pid()).uid();
            Scene.applicable(owner == 0, "the test's processes belong to the far end's user");
            ProcessEntry entry = only(scene, "ibplay-denied", process);
            scene.assertFails(new SendSignal(entry.pid(), entry.startTicks(), Signal.TERM), "EPERM");
        } finally {
            process.kill();
        }
    }

    private static void noInterface(Scene scene) throws Exception {
        String[] errnos =
                scene.host().isVmkernel() ? new String[] {"ENOSYS"} : new String[] {"ENODEV", "EPERM", "EOTHER"};
        scene.assertFails(new SetLinkMtu("ibplay-none", 2044), errnos);
        scene.assertFails(new SetLinkMtu("ibplay-name-that-is-too-long", 2044), errnos);
    }

    private static void mtu(Scene scene) throws Exception {
        // The value that it has: nothing changes on the machine that runs the tests.
        int present = Integer.parseInt(scene.text("/sys/class/net/lo/mtu").strip());
        SetLinkMtu operation = new SetLinkMtu("lo", present);
        if (scene.host().isVmkernel()) {
            scene.assertFails(operation, "ENOSYS");
        } else if (scene.isRoot()) {
            assertThat(scene.ask(operation)).isEqualTo(new Outcome.Done());
        } else {
            scene.assertFails(operation, "EPERM", "EOTHER");
        }
    }

    private static void noPort(Scene scene) throws Exception {
        MadPort from = new MadPort("ibplay9", 1);
        for (SmpAddress to : List.of(new SmpAddress.ByLid(1), new SmpAddress.ByRoute(List.of(1, 2)))) {
            Scene.as(
                    Outcome.OperationFailed.class,
                    scene.ask(new SubnetQuery(from, to, 0x0011, 0, MadKey.NONE, MadTiming.DEFAULT)));
        }
        Scene.as(
                Outcome.OperationFailed.class,
                scene.ask(new AdministrationQuery(
                        from, 0x0038, 0, Bytes.of(new byte[52]), MadKey.NONE, MadTiming.DEFAULT)));
    }
}
