package dev.ibplay.lab;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.operations.BatchRun;
import dev.ibplay.lab.operations.Operations;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A session on a simulated host without anything in between. */
final class DirectSession implements HostSession {
    private final Machine machine;
    private final SimulatedProcess process;
    private final Operations operations;
    private int batches;

    DirectSession(Machine machine) {
        this.machine = machine;
        process = machine.processes().start(1, 0, List.of("ibplay-helper"));
        process.newSession();
        operations = new Operations(
                machine,
                process,
                Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22"));
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        batches++;
        List<Outcome> outcomes = new ArrayList<>();
        try {
            if (process.isAlive() && new BatchRun(operations, batch, (index, outcome) -> outcomes.add(outcome)).run()) {
                return outcomes;
            }
        } catch (InterruptedException | IOException broken) {

            throw new TransportException(
                    machine.name(), TransportException.Kind.CONNECTION_LOST, "the session broke", "", broken);
        }
        throw new TransportException(
                machine.name(), TransportException.Kind.CONNECTION_LOST, "the session is over", Optional.empty());
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(1, 1, batches);
    }

    @Override
    public void close() {
        operations.close();
        machine.processes().end(process.pid(), 0);
    }
}
