package dev.ibplay.lab.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.machine.HostAdapters;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the conformance cases cannot see: time, ends and the host's own events. */
class OperationsTest {
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final Bytes OLD = Bytes.ofUtf8("old\n");
    private static final Bytes NEW = Bytes.ofUtf8("new\n");

    private final ManualClock clock = new ManualClock();
    private final Machine machine = new Machine("node01", new Disk(clock), clock);
    private final SimulatedProcess session = machine.processes().start(1, 0, List.of("ibplay-helper", "a", "b"));
    private final Operations operations = new Operations(machine, session, Map.of());

    @BeforeEach
    void write() throws Exception {
        machine.disk().write("/conf", OLD, 0644);
        machine.disk().write("/mtu", Bytes.ofUtf8("4092\n"), 0644);
    }

    private Outcome arm() throws InterruptedException {
        return operations.perform(new Operation.ArmGuard(
                "/g/1",
                Bytes.EMPTY,
                WINDOW,
                List.of(new Operation.ReplaceFile("/conf", Optional.of(OLD), NEW, 0644)),
                List.of(new Operation.WriteAttribute("/mtu", Bytes.ofUtf8("2044\n")))));
    }

    private String text(String path) throws IOException {
        return machine.disk().read(path).lossyText().strip();
    }

    private SimulatedProcess guard() throws IOException {
        return machine.processes()
                .find(Integer.parseInt(text("/g/1/process").split(" ", -1)[0]))
                .orElseThrow();
    }

    @Test
    void aGuardFiresWhenItsTimeIsOverAndNotBefore() throws Exception {
        assertThat(arm()).isEqualTo(new Outcome.Done());
        SimulatedProcess guard = guard();
        clock.advance(WINDOW.minusMillis(10));
        assertThat(guard.isAlive()).isTrue();
        assertThat(text("/mtu")).isEqualTo("4092");
        clock.advance(Duration.ofMillis(10));
        guard.ended().join();
        assertThat(text("/mtu")).isEqualTo("2044");
        assertThat(text("/g/1/state")).isEqualTo("undone");
        assertThat(machine.disk().list("/")).noneMatch(name -> name.contains("ibplay"));
    }

    @Test
    void aGuardOutlivesItsSessionAndNotItsHost() throws Exception {
        arm();
        SimulatedProcess guard = guard();
        machine.processes().end(session.pid(), 0);
        machine.processes().signal(guard.pid(), 15);
        assertThat(guard.isAlive()).isTrue();
        machine.reboot();
        clock.advance(WINDOW.multipliedBy(2));
        assertThat(text("/g/1/state")).isEqualTo("armed");
        assertThat(text("/mtu")).isEqualTo("4092");
        assertThat(machine.disk().exists("/.conf.ibplay-staged")).isTrue();
        SimulatedProcess later = machine.processes().start(1, 0, List.of("ibplay-helper"));
        Outcome outcome = new Operations(machine, later, Map.of()).perform(new Operation.ConfirmGuard("/g/1"));
        assertThat(((Outcome.OperationFailed) outcome).errno()).isEqualTo("ESRCH");
    }

    @Test
    void aRequestIsSeenWithinATenthOfASecond() throws Exception {
        arm();
        SimulatedProcess guard = guard();
        machine.disk().write("/g/1/confirm", Bytes.EMPTY, 0600);
        clock.advance(Duration.ofMillis(100));
        guard.ended().join();
        assertThat(text("/conf")).isEqualTo("new");
        assertThat(text("/g/1/state")).isEqualTo("confirmed");
        assertThat(operations.perform(new Operation.ConfirmGuard("/g/1"))).isEqualTo(new Outcome.Done());
    }

    private CompletableFuture<Outcome> begin(Operation operation) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                outcome.complete(operations.perform(operation));
            } catch (InterruptedException killed) {
                outcome.completeExceptionally(killed);
            }
        });
        return outcome;
    }

    private CountDownLatch installSleeper() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        machine.install("/usr/bin/sleeper", call -> {
            call.stdout().write("begun".getBytes(StandardCharsets.UTF_8));
            begun.countDown();
            clock.sleep(Duration.ofDays(1));
            return 0;
        });
        return begun;
    }

    @Test
    void aCommandIsKilledAtItsLimit() throws Exception {
        CountDownLatch begun = installSleeper();
        CompletableFuture<Outcome> outcome = begin(Operation.RunCommand.of(Duration.ofSeconds(5), "sleeper"));
        begun.await();
        while (!outcome.isDone()) {
            clock.advance(Duration.ofSeconds(5));
        }
        assertThat(outcome.join())
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.ofUtf8("begun"), Bytes.EMPTY));
    }

    @Test
    void aCancelledCommandIsAskedToEnd() throws Exception {
        CountDownLatch begun = installSleeper();
        CompletableFuture<Outcome> outcome = begin(Operation.RunCommand.of(Duration.ofDays(2), "sleeper"));
        begun.await();
        operations.cancel();
        assertThat(((Outcome.CommandEnded) outcome.join()).end()).isEqualTo(new CommandEnd.Signalled(15));
        List<Outcome> outcomes = new ArrayList<>();
        Batch batch = Batch.of(List.of(Operation.ReadFile.of("/conf")));
        assertThat(new BatchRun(operations, batch, (index, one) -> outcomes.add(one)).run())
                .isFalse();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void tooMuchOutputIsAnErrorAndEndsTheCommand() throws Exception {
        machine.install("/usr/bin/yes", call -> {
            byte[] much = new byte[1 << 20];
            while (true) {
                call.stdout().write(much);
            }
        });
        Outcome outcome = operations.perform(Operation.RunCommand.of(WINDOW, "yes"));
        assertThat(((Outcome.OperationFailed) outcome).errno()).isEqualTo("EFBIG");
        assertThat(machine.processes().all()).hasSize(2);
    }

    @Test
    void queriesThroughOnePortAreUnderWayTogether() throws Exception {
        CountDownLatch all = new CountDownLatch(3);
        machine.adapters(new HostAdapters() {
            @Override
            public Outcome subnet(Operation.SubnetQuery query) throws InterruptedException {
                all.countDown();
                all.await();
                return new Outcome.ErrorStatus(((SmpAddress.ByLid) query.to()).lid());
            }

            @Override
            public Outcome administration(Operation.AdministrationQuery query) {
                return new Outcome.NoAnswer();
            }

            @Override
            public Outcome discover(Operation.DiscoverFabric search) {
                return new Outcome.NoAnswer();
            }
        });
        List<Operation> queries = new ArrayList<>();
        for (int lid = 1; lid <= 3; lid++) {
            queries.add(new Operation.SubnetQuery(
                    new MadPort("mlx5_0", 1), new SmpAddress.ByLid(lid), 0x15, 0, MadKey.NONE, MadTiming.DEFAULT));
        }
        List<Outcome> outcomes = new ArrayList<>();
        assertThat(new BatchRun(operations, Batch.of(queries), (index, one) -> outcomes.add(one)).run())
                .isTrue();
        assertThat(outcomes)
                .containsExactly(new Outcome.ErrorStatus(1), new Outcome.ErrorStatus(2), new Outcome.ErrorStatus(3));
    }

    @Test
    void aKilledSessionKeepsItsLockUntilAnotherTakesItOver() throws Exception {
        Operation.TakeLock lock = new Operation.TakeLock("/run/ibplay/lock", "r-1", "anna");
        assertThat(operations.perform(lock)).isEqualTo(new Outcome.Done());
        machine.processes().signal(session.pid(), 9);
        operations.close();
        assertThat(machine.disk().exists("/run/ibplay/lock")).isTrue();
        SimulatedProcess other = machine.processes().start(1, 0, List.of("ibplay-helper"));
        try (Operations later = new Operations(machine, other, Map.of())) {
            assertThat(later.perform(new Operation.TakeLock("/run/ibplay/lock", "r-2", "bert")))
                    .isEqualTo(new Outcome.Done());
        }
        assertThat(machine.disk().list("/run/ibplay")).isEmpty();
    }
}
