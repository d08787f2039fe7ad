package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ArmGuard;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A guard of ESXi, whose undo is a call of esxcli. */
class VmkernelGuardTest {
    @SuppressWarnings("NullAway.Init")
    private VmkernelHost host;

    @SuppressWarnings("NullAway.Init")
    private String folder;

    @BeforeEach
    void start() throws Exception {
        host = VmkernelHost.start("sync", "cmp");
        host.sh("mkdir /var/run/mtu && echo 1500 >/var/run/mtu/vmk1");
        folder = host.makeFolder(0);
    }

    @AfterEach
    void stop() throws Exception {
        if (host != null) {
            host.close();
            host.deleteFolder(folder);
        }
    }

    private HostSession open() throws TransportException {
        return PosixSession.open("esx1", host.connection());
    }

    private Scene scene(HostSession session) {
        return new Scene(session, this::open, host, folder, 0);
    }

    private static RunCommand setMtu(int mtu) {
        return RunCommand.of(
                Scene.LIMIT, "esxcli", "network", "ip", "interface", "set", "-i", "vmk1", "-m", Integer.toString(mtu));
    }

    /** Arms the guard and changes the MTU, as a guarded step does. */
    private GuardScene change(Scene scene, Duration window) throws Exception {
        GuardScene guard = new GuardScene(scene, folder + "/guard");
        Operation arm = new ArmGuard(guard.folder(), GuardScene.RECORD, window, List.of(), List.of(setMtu(1500)));
        List<Outcome> outcomes = scene.askAll(true, arm, setMtu(2044));
        assertThat(outcomes.getFirst()).isEqualTo(new Outcome.Done());
        assertThat(Scene.as(Outcome.CommandEnded.class, outcomes.getLast()))
                .matches(Outcome.CommandEnded::succeeded, "succeeded");
        assertThat(mtu()).isEqualTo("2044");
        return guard;
    }

    private String mtu() throws Exception {
        return host.sh("cat /var/run/mtu/vmk1");
    }

    @Test
    void theUndoRunsWhenTheSessionIsKilled() throws Exception {
        try (HostSession session = open()) {
            GuardScene guard = change(scene(session), Duration.ofSeconds(3));
            host.killSession(session);
            assertThat(mtu()).isEqualTo("2044");
            guard.awaitState("undone");
        }
        assertThat(mtu()).isEqualTo("1500");
    }

    @Test
    void aConfirmedChangeStays() throws Exception {
        try (HostSession session = open()) {
            change(scene(session), GuardScene.LONG);
        }
        try (HostSession other = open()) {
            GuardScene guard = new GuardScene(scene(other), folder + "/guard");
            int pid = guard.pid();
            assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
            assertThat(GuardScene.await(() -> !host.lives(pid))).isTrue();
        }
        assertThat(mtu()).isEqualTo("2044");
    }

    @Test
    void aLeapOfTheTimeOfDayDoesNotMatter() throws Exception {
        try (HostSession session = open()) {
            long before = System.nanoTime();
            GuardScene guard = change(scene(session), Duration.ofSeconds(5));
            host.sh("echo 100000 >/var/run/leap");
            assertThat(guard.renew(Duration.ofSeconds(5))).isEqualTo(new Outcome.Done());
            host.sh("echo -100000 >/var/run/leap");
            guard.awaitState("undone");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
            assertThat(mtu()).isEqualTo("1500");
        }
    }

    @Test
    void aConfirmationWaitsThroughALeap() throws Exception {
        try (HostSession session = open()) {
            GuardScene guard = change(scene(session), GuardScene.LONG);
            host.sh("echo 1000000 >/var/run/leap");
            assertThat(guard.confirm()).isEqualTo(new Outcome.Done());
            assertThat(mtu()).isEqualTo("2044");
        }
    }

    /** What a reboot leaves of /var/run is nothing, so that another boot's lock and guard are told from this one's. */
    @Test
    void anotherBootsLockIsStale() throws Exception {
        Operation lock = new Operation.TakeLock(folder + "/lock", "r-1", "anna");
        Operation otherRun = new Operation.TakeLock(folder + "/lock", "r-2", "bert");
        try (HostSession session = open();
                HostSession other = open()) {
            assertThat(scene(session).ask(lock)).isEqualTo(new Outcome.Done());
            assertThat(scene(other).ask(otherRun)).isInstanceOf(Outcome.Held.class);
            host.sh("rm /var/run/ibplay-boot");
            assertThat(scene(other).ask(otherRun)).isEqualTo(new Outcome.Done());
        }
    }
}
