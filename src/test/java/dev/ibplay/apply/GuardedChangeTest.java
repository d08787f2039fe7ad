package dev.ibplay.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is sent over which connection when a change is guarded, and what each answer means. */
class GuardedChangeTest {
    private static final String GUARD = "/var/lib/ibplay/guards/r1-0-grow";
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final Operation READ = Operation.ReadFile.of("/sys/class/net/ib0/mtu");
    private static final Operation SET = new Operation.SetLinkMtu("ib0", 4092);
    private static final Operation BACK = new Operation.SetLinkMtu("ib0", 2044);
    private static final Operation FILE = new Operation.ReplaceFile(
            "/etc/network/interfaces", Optional.of(Bytes.ofUtf8("old\n")), Bytes.ofUtf8("new\n"), 0644);
    private static final Operation KEEP = new Operation.ReplaceFile(
            "/var/lib/ibplay/kept/r1/interfaces", Optional.empty(), Bytes.ofUtf8("old\n"), 0600);
    private static final Operation ARM =
            new Operation.ArmGuard(GUARD, Bytes.ofUtf8("run: r1\n"), WINDOW, List.of(FILE), List.of(BACK));
    private static final Operation CONFIRM = new Operation.ConfirmGuard(GUARD);
    private static final Outcome DONE = new Outcome.Done();
    private static final Step.Guarded STEP = new Step.Guarded(
            "node1",
            "set ipoib ib0 mtu 4092",
            List.of(new Fingerprint("ib0 mtu", READ, List.of("2044"), "4092")),
            List.of(KEEP),
            GUARD,
            Bytes.ofUtf8("run: r1\n"),
            List.of(FILE),
            List.of(SET),
            List.of(BACK),
            List.of(new Step.Awaited("ib0 mtu", READ, new Expectation.ValueIs("4092"))),
            WINDOW);

    private final ScriptedSession first = new ScriptedSession();
    private final ManualClock clock = new ManualClock();
    private final Deque<Optional<ScriptedSession>> others = new ArrayDeque<>();
    private final List<ScriptedSession> opened = new ArrayList<>();

    private static Outcome text(String text) {
        return new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 0);
    }

    private static Batch change() {
        return new Batch(List.of(KEEP, ARM, SET), true);
    }

    private static Batch proof() {
        return Batch.of(List.of(new Operation.RenewGuard(GUARD, WINDOW), READ));
    }

    private static Batch only(Operation operation) {
        return Batch.of(List.of(operation));
    }

    private ScriptedSession looks() {
        return first.on(only(READ), text("2044"));
    }

    private ScriptedSession next() {
        var session = new ScriptedSession();
        others.add(Optional.of(session));
        return session;
    }

    private void nextIsRefused() {
        others.add(Optional.empty());
    }

    private HostSession reconnect() throws TransportException {
        Optional<ScriptedSession> session = others.isEmpty() ? Optional.empty() : others.removeFirst();
        session.ifPresent(opened::add);
        return session.orElseThrow(() -> new TransportException(
                "node1", TransportException.Kind.UNREACHABLE, "no route to host", Optional.empty()));
    }

    private StepResult run() throws TransportException {
        return run(STEP);
    }

    private StepResult run(Step.Guarded step) throws TransportException {
        StepResult result = new StepExecutor(first, this::reconnect, clock).run(step);
        first.isUsedUp();
        opened.forEach(ScriptedSession::isUsedUp);
        assertThat(others).isEmpty();
        return result;
    }

    @Test
    void isConfirmedOverANewConnection() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("4092\n")).on(only(CONFIRM), DONE);
        assertThat(run()).isEqualTo(new StepResult.Changed());
    }

    @Test
    void nothingIsArmedWhereTheTargetIsReachedAndNoFileIsToBeWritten() throws TransportException {
        Step.Guarded running = new Step.Guarded(
                STEP.host(),
                STEP.what(),
                STEP.restsOn(),
                List.of(),
                GUARD,
                STEP.record(),
                List.of(),
                STEP.set(),
                STEP.undo(),
                STEP.answers(),
                WINDOW);
        first.on(only(READ), text("4092"));
        assertThat(run(running)).isEqualTo(new StepResult.Ok());
    }

    /** A group that grows takes the interface with it, but not its file. */
    @Test
    void theFileIsWrittenWhereTheTargetIsReachedByItself() throws TransportException {
        first.on(only(READ), text("4092")).on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("4092\n")).on(only(CONFIRM), DONE);
        assertThat(run()).isEqualTo(new StepResult.Changed());
    }

    @Test
    void waitsUntilTheValueShowsItself() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("2044")).on(proof(), DONE, text("4092")).on(only(CONFIRM), DONE);
        assertThat(run()).isEqualTo(new StepResult.Changed());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aGuardThatCannotBeArmedChangesNothing() throws TransportException {
        looks().on(
                        change(),
                        DONE,
                        new Outcome.OperationFailed("ENOSPC", "no space left on device"),
                        new Outcome.Skipped());
        assertThat(run()).isEqualTo(new StepResult.Failed("guard " + GUARD + ": no space left on device", true));
    }

    @Test
    void aValueThatTheKernelRefusesIsTakenBackAtOnce() throws TransportException {
        looks().on(change(), DONE, DONE, new Outcome.OperationFailed("EINVAL", "invalid argument"))
                .on(only(new Operation.FireGuard(GUARD)), DONE);
        assertThat(run()).isEqualTo(new StepResult.Reverted("MTU of ib0: invalid argument"));
    }

    @Test
    void aValueThatNeverShowsItselfIsTakenBack() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        ScriptedSession session = next();
        for (int second = 0; second <= 30; second++) {
            session.on(proof(), DONE, text("2044"));
        }
        session.on(only(new Operation.FireGuard(GUARD)), DONE);
        assertThat(run()).isEqualTo(new StepResult.Reverted("ib0 mtu: it is 2044"));
    }

    @Test
    void aHostThatIsCutOffIsBackWhenItsGuardHasFired() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        for (int second = 0; second < 60; second++) {
            nextIsRefused();
        }
        next().on(proof(), new Outcome.Moved("undone"), text("2044"));
        assertThat(run()).isEqualTo(new StepResult.Reverted("the change was not confirmed in time"));
    }

    @Test
    void aGuardThatIsUndoingIsWaitedFor() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), new Outcome.Moved("undoing"), text("4092"))
                .on(proof(), new Outcome.Moved("undone"), text("2044"));
        assertThat(run()).isInstanceOf(StepResult.Reverted.class);
    }

    @Test
    void aHostThatNeverComesBackIsUnreachable() {
        looks().on(change(), DONE, DONE, DONE);
        assertThatThrownBy(this::run)
                .isInstanceOf(TransportException.class)
                .hasMessage("the host did not come back after \"set ipoib ib0 mtu 4092\": no route to host");
        assertThat(clock.elapsed()).isEqualTo(WINDOW.plusSeconds(30));
    }

    @Test
    void aConnectionThatBreaksUnderTheChangeIsLookedInto() throws TransportException {
        looks().breaksOn(change());
        next().on(proof(), DONE, text("4092")).on(only(CONFIRM), DONE);
        assertThat(run()).isEqualTo(new StepResult.Changed());
    }

    @Test
    void aConnectionThatBreaksBeforeTheGuardIsArmedHasChangedNothing() throws TransportException {
        looks().breaksOn(change());
        next().on(proof(), new Outcome.OperationFailed("ENOENT", "no such guard"), text("2044"));
        assertThat(run()).isEqualTo(new StepResult.Failed("the connection broke before the change began", true));
    }

    @Test
    void aConnectionThatBreaksUnderTheConfirmationIsLookedInto() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("4092")).breaksOn(only(CONFIRM));
        next().on(proof(), new Outcome.Moved("confirmed"), text("4092"));
        assertThat(run()).isEqualTo(new StepResult.Changed());
    }

    @Test
    void aFileThatSomebodyElseChangedMeanwhileTakesTheChangeBack() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("4092"))
                .on(only(CONFIRM), new Outcome.Moved("undone: /etc/network/interfaces has changed"));
        assertThat(run()).isEqualTo(new StepResult.Reverted("/etc/network/interfaces has changed"));
    }

    @Test
    void aGuardThatIsGoneIsAFailure() throws TransportException {
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), new Outcome.OperationFailed("ESRCH", "the guard's process is gone"), text("4092"));
        assertThat(run()).isEqualTo(new StepResult.Failed("guard " + GUARD + ": the guard's process is gone", false));
    }

    @Test
    void aRunThatIsToStopLooksOnceAndTakesBackWhatIsNotRight() throws TransportException {
        clock.stoppingAfter(Duration.ZERO);
        looks().on(change(), DONE, DONE, DONE);
        next().on(proof(), DONE, text("2044")).on(only(new Operation.FireGuard(GUARD)), DONE);
        assertThat(run()).isInstanceOf(StepResult.Reverted.class);
    }
}
