package dev.ibplay.gather.recorded;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.mlnxos.SwitchProbe;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.windows.WindowsProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A host that is not there: gives the answers of a recording. What was not recorded, and whatever would change something, is
 * {@link Outcome.OperationFailed} (ENODATA). Questions do not depend on each other, so
 * {@link Batch#stopAtFailure} has no meaning here.
 */
public final class RecordedSession implements HostSession {
    private static final Operation UNAME = Operation.RunCommand.of(Duration.ZERO, "uname", "-s");

    private final HostRecording recording;

    public RecordedSession(HostRecording recording) {
        this.recording = recording;
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) {
        return batch.operations().stream().map(this::outcome).toList();
    }

    private Outcome outcome(Operation operation) {
        return recording
                .outcome(operation)
                .orElseGet(
                        () -> new Outcome.OperationFailed("ENODATA", "the facts saved of this host do not tell that"));
    }

    /** As the host has answered; it may have been asked for this alone. */
    @Override
    public Optional<String> system() {
        if (recording.outcome(SwitchProbe.WHICH).isPresent()) {
            return Optional.of(SwitchProbe.SYSTEM);
        }
        return said(UNAME).or(() -> said(WindowsProbe.WHICH).filter(WindowsProbe.SYSTEM::equals));
    }

    private Optional<String> said(Operation question) {
        return recording
                .outcome(question)
                .flatMap(answer -> answer instanceof Outcome.CommandEnded ended && ended.succeeded()
                        ? Optional.of(ended.stdout().lossyText().strip())
                        : Optional.empty());
    }

    /** Nothing travels. */
    @Override
    public SessionCounts counts() {
        return new SessionCounts(0, 0, 0);
    }

    @Override
    public void close() {}
}
