package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A batch of questions of several probes: what more than one of them asks travels once. */
final class AskedOnce {
    private AskedOnce() {}

    /** One outcome for each operation, in their order; none of them may change anything. */
    static List<Outcome> run(HostSession session, List<Operation> operations, Duration limit)
            throws TransportException {
        List<Operation> distinct = operations.stream().distinct().toList();
        List<Outcome> outcomes = session.run(Batch.of(distinct), limit);
        Map<Operation, Outcome> answers = new HashMap<>();
        for (int i = 0; i < distinct.size(); i++) {
            answers.put(distinct.get(i), outcomes.get(i));
        }
        return operations.stream().map(answers::get).toList();
    }
}
