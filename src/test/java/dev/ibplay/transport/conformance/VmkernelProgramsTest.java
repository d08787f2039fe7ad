package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ListProcesses;
import dev.ibplay.exec.Operation.Ping;
import dev.ibplay.exec.Operation.SendSignal;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.ProcessEntry;
import dev.ibplay.exec.Signal;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What ESXi's own programs are asked, and what their words are taken for. */
class VmkernelProgramsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @SuppressWarnings("NullAway.Init")
    private VmkernelHost host;

    @SuppressWarnings("NullAway.Init")
    private HostSession session;

    @BeforeEach
    void start() throws Exception {
        host = VmkernelHost.start();
        host.sh("mkdir /var/run/mtu && echo 4092 >/var/run/mtu/vmk1");
        session = PosixSession.open("esx1", host.connection());
    }

    @AfterEach
    void stop() throws Exception {
        if (host != null) {
            session.close();
            host.close();
        }
    }

    private Outcome ask(Operation operation) throws TransportException {
        return session.run(Batch.of(List.of(operation)), Scene.LIMIT).getFirst();
    }

    private void assertFails(Operation operation, String errno) throws Exception {
        assertThat(ask(operation))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed ->
                                assertThat(failed.errno()).as(failed.message()).isEqualTo(errno));
    }

    private List<ProcessEntry> processes(String... names) throws Exception {
        return Scene.as(Outcome.ProcessesFound.class, ask(new ListProcesses(Set.of(names))))
                .processes();
    }

    @Test
    void aPingIsVmkpingWithItsOptionsFirst() throws Exception {
        assertThat(ask(new Ping("vmk1", "10.0.0.1", 4092, 2, SECOND))).isEqualTo(new Outcome.Done());
        assertThat(ask(new Ping("vmk1", "10.0.0.2", 2044, 2, SECOND))).isEqualTo(new Outcome.NoAnswer());
        assertThat(ask(new Ping("", "fd00::1", 2044, 1, SECOND))).isEqualTo(new Outcome.Done());
        assertThat(host.sh("cat /var/run/vmkping.log")).isEqualTo("""
                        vmkping -d -s 4064 -I vmk1 -c 1 10.0.0.1
                        vmkping -d -s 2016 -I vmk1 -c 1 10.0.0.2
                        vmkping -d -s 2016 -I vmk1 -c 1 10.0.0.2
                        vmkping -6 -d -s 1996 -c 1 fd00::1""");
    }

    @Test
    void whatStandsInTheWayOfAPingIsTold() throws Exception {
        assertFails(new Ping("vmk1", "10.0.0.3", 4092, 2, SECOND), "EMSGSIZE");
        assertFails(new Ping("vmk9", "10.0.0.1", 4092, 2, SECOND), "ENODEV");
        host.sh("rm /sbin/vmkping");
        assertFails(new Ping("vmk1", "10.0.0.1", 4092, 2, SECOND), "ENOSYS");
    }

    @Test
    void anOldVmkpingIsAskedWithoutAnInterface() throws Exception {
        host.sh("touch /var/run/old-vmkping");
        assertThat(ask(new Ping("vmk1", "10.0.0.1", 4092, 2, SECOND))).isEqualTo(new Outcome.Done());
        assertThat(ask(new Ping("vmk1", "10.0.0.2", 4092, 2, SECOND))).isEqualTo(new Outcome.NoAnswer());
    }

    @Test
    void worldsAreListedByNameOrProgram() throws Exception {
        long pid = Long.parseLong(host.sh("""
                mkdir -p /opt/opensm/bin && ln -s /bin/busybox /opt/opensm/bin/sleep
                setsid /opt/opensm/bin/sleep 300 </dev/null >/dev/null 2>&1 & echo $!"""));
        assertThat(processes("sleep"))
                .contains(new ProcessEntry((int) pid, "sleep", List.of("/opt/opensm/bin/sleep", "300"), 0, 0));
        assertThat(processes("opensm", "slee")).isEmpty();
    }

    @Test
    void aSignalGoesToAWorldThatLives() throws Exception {
        long pid = Long.parseLong(host.sh("setsid sleep 300 </dev/null >/dev/null 2>&1 & echo $!"));
        assertThat(ask(new SendSignal((int) pid, 5, Signal.TERM))).isInstanceOf(Outcome.Moved.class);
        assertThat(host.lives(pid)).isTrue();
        assertThat(ask(new SendSignal((int) pid, 0, Signal.TERM))).isEqualTo(new Outcome.Done());
        assertThat(GuardScene.await(() -> !host.lives(pid))).isTrue();
        SendSignal again = new SendSignal((int) pid, 0, Signal.TERM);
        assertThat(GuardScene.await(() -> ask(again) instanceof Outcome.Moved)).isTrue();
    }

    @Test
    void withoutPsThereIsNoList() throws Exception {
        host.sh("rm /bin/ps");
        assertFails(new ListProcesses(Set.of("sleep")), "ENOSYS");
    }
}
