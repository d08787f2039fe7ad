package dev.ibplay.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepExecutorActTest {
    private static final Operation READ = Operation.ReadFile.of("/sys/class/net/ib0/mtu");
    private static final Operation SET = new Operation.SetLinkMtu("ib0", 4092);
    private static final Operation BACK = new Operation.SetLinkMtu("ib0", 2044);
    private static final Operation WRITE = new Operation.ReplaceFile(
            "/etc/opensm/opensm.conf", Optional.empty(), Bytes.ofUtf8("sm_priority 9\n"), 0644);
    private static final Operation REMOVE =
            new Operation.RemoveFile("/etc/opensm/opensm.conf", Bytes.ofUtf8("sm_priority 9\n"));
    private static final Operation RESTART =
            Operation.RunCommand.of(Duration.ofSeconds(90), "systemctl", "restart", "opensm.service");
    private static final Outcome DONE = new Outcome.Done();
    private static final Step.Act INTERFACE = new Step.Act(
            "node1",
            "set ipoib ib0 mtu 4092",
            List.of(new Fingerprint("ib0 mtu", READ, List.of("2044"), "4092")),
            List.of(SET),
            List.of(BACK));
    private static final Step.Act OPENSM =
            new Step.Act("sm1", "write and restart", List.of(), List.of(WRITE, RESTART), List.of(REMOVE, RESTART));

    private final ScriptedSession session = new ScriptedSession();

    private StepResult run(Step step) throws TransportException {
        StepResult result = new StepExecutor(session, ScriptedSession.NO_RECONNECTION, new ManualClock()).run(step);
        session.isUsedUp();
        return result;
    }

    private static Outcome text(String text) {
        return new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 0);
    }

    private static Outcome ended(int status, String stderr) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.EMPTY, Bytes.ofUtf8(stderr));
    }

    private static Batch looks() {
        return Batch.of(List.of(READ));
    }

    private static Batch changes(Operation... operations) {
        return new Batch(List.of(operations), true);
    }

    @Test
    void changesWhatIsAsPlanned() throws TransportException {
        session.on(looks(), text("2044\n")).on(changes(SET), DONE);
        assertThat(run(INTERFACE)).isEqualTo(new StepResult.Changed());
    }

    @Test
    void leavesAloneWhatIsReached() throws TransportException {
        session.on(looks(), text("4092\n"));
        assertThat(run(INTERFACE)).isEqualTo(new StepResult.Ok());
    }

    @Test
    void leavesAloneWhatHasMoved() throws TransportException {
        session.on(looks(), text("1500\n"));
        assertThat(run(INTERFACE))
                .isEqualTo(new StepResult.Failed("ib0 mtu has changed since the plan was made: it is 1500 now", true));
    }

    @Test
    void changesAllWhenOnlyOneOfTwoIsReached() throws TransportException {
        Operation readMode = Operation.ReadFile.of("/sys/class/net/ib0/mode");
        var both = new Step.Act(
                "node1",
                "set both",
                List.of(
                        new Fingerprint("ib0 mode", readMode, List.of("connected"), "datagram"),
                        INTERFACE.restsOn().getFirst()),
                List.of(SET),
                List.of(BACK));
        session.on(Batch.of(List.of(readMode, READ)), text("datagram\n"), text("2044\n"))
                .on(changes(SET), DONE);
        assertThat(run(both)).isEqualTo(new StepResult.Changed());
    }

    @Test
    void aStepWithoutFingerprintsIsNeverReached() throws TransportException {
        session.on(changes(WRITE, RESTART), DONE, ended(0, ""));
        assertThat(run(OPENSM)).isEqualTo(new StepResult.Changed());
    }

    @Test
    void aFirstOperationThatFailsHasChangedNothing() throws TransportException {
        session.on(changes(WRITE, RESTART), new Outcome.Moved("another content"), new Outcome.Skipped());
        assertThat(run(OPENSM))
                .isEqualTo(new StepResult.Failed(
                        "/etc/opensm/opensm.conf has changed since the plan was made: another content", true));
    }

    @Test
    void aLaterFailureIsUndone() throws TransportException {
        session.on(changes(WRITE, RESTART), DONE, ended(1, "Unit opensm.service not found.\n"))
                .on(Batch.of(List.of(REMOVE, RESTART)), DONE, ended(0, ""));
        assertThat(run(OPENSM))
                .isEqualTo(new StepResult.Failed(
                        "`systemctl restart opensm.service` ended with status 1: Unit opensm.service not found.",
                        true));
    }

    @Test
    void anUndoThatFailsIsSaid() throws TransportException {
        session.on(changes(WRITE, RESTART), DONE, ended(1, ""))
                .on(
                        Batch.of(List.of(REMOVE, RESTART)),
                        new Outcome.OperationFailed("EROFS", "read-only"),
                        ended(0, ""));
        assertThat(run(OPENSM))
                .isEqualTo(new StepResult.Failed("`systemctl restart opensm.service` ended with status 1", false));
    }

    @Test
    void anUndoWhoseCommandFailsIsSaid() throws TransportException {
        session.on(changes(WRITE, RESTART), DONE, ended(1, ""))
                .on(Batch.of(List.of(REMOVE, RESTART)), DONE, ended(1, ""));
        assertThat(run(OPENSM))
                .isEqualTo(new StepResult.Failed("`systemctl restart opensm.service` ended with status 1", false));
    }

    @Test
    void aCommandAloneThatFailsMayHaveDoneHalfOfItsWork() throws TransportException {
        var restart = new Step.Act("sm1", "restart opensm", List.of(), List.of(RESTART), List.of());
        session.on(changes(RESTART), new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY));
        assertThat(run(restart))
                .isEqualTo(new StepResult.Failed("`systemctl restart opensm.service` did not end in time", false));
    }

    @Test
    void aFailedOperationSaysWhy() throws TransportException {
        session.on(looks(), text("2044")).on(changes(SET), new Outcome.OperationFailed("EINVAL", "invalid argument"));
        assertThat(run(INTERFACE)).isEqualTo(new StepResult.Failed("MTU of ib0: invalid argument", true));
    }

    @Test
    void aSignalledCommandSaysSo() throws TransportException {
        var restart = new Step.Act("sm1", "restart opensm", List.of(), List.of(RESTART), List.of());
        session.on(changes(RESTART), new Outcome.CommandEnded(new CommandEnd.Signalled(9), Bytes.EMPTY, Bytes.EMPTY));
        assertThat(run(restart))
                .isEqualTo(new StepResult.Failed("`systemctl restart opensm.service` was ended by signal 9", false));
    }

    @Test
    void aBrokenConnectionIsTheCallersBusiness() {
        session.on(looks(), text("2044")).breaksOn(changes(SET));
        assertThatThrownBy(() -> run(INTERFACE)).isInstanceOf(TransportException.class);
    }

    @Test
    void aFirstChangeThatFailsAfterCopiesWereMadeNeedsNoUndo() throws TransportException {
        Operation copy = new Operation.ReplaceFile(
                "/var/lib/ibplay/kept/r1/opensm.conf", Optional.empty(), Bytes.ofUtf8("sm_priority 5\n"), 0600);
        session.on(
                changes(copy, WRITE, RESTART),
                DONE,
                new Outcome.OperationFailed("ENOSPC", "no space left on device"),
                new Outcome.Skipped());
        Step.Act act = new Step.Act(
                "sm1", "write and restart", List.of(), List.of(copy, WRITE, RESTART), List.of(REMOVE, RESTART));
        assertThat(run(act)).isEqualTo(new StepResult.Failed("/etc/opensm/opensm.conf: no space left on device", true));
    }
}
