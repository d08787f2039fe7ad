package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.esxi.EsxiFound;
import dev.ibplay.facts.esxi.EsxiProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds out what is known of one ESXi host: one batch, and up to two more where esxcli or OpenSM leave questions open. */
final class EsxiGatherer {
    /** For all of a batch but its commands, which have limits of their own. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int MORE_BATCHES = 2;

    private EsxiGatherer() {}

    static HostFacts gather(HostSession session, String host, FactsWanted wanted) throws TransportException {
        var probe = new EsxiProbe(wanted.opensm(), wanted.route(), wanted.modules());
        // Facts that were saved are told by this to be those of ESXi.
        List<Operation> first = new ArrayList<>(List.of(HostGatherer.UNAME));
        first.addAll(probe.operations());
        List<Outcome> outcomes = session.run(Batch.of(first), limit(first));
        EsxiFound found = probe.parse(outcomes.subList(1, outcomes.size()));
        for (int more = 0; more < MORE_BATCHES && !found.next().isEmpty(); more++) {
            List<Operation> next = found.next();
            found = found.with(session.run(Batch.of(next), limit(next)));
        }
        return found.facts(host);
    }

    private static Duration limit(List<Operation> operations) {
        return operations.stream()
                .flatMap(o -> o instanceof Operation.RunCommand command
                        ? Stream.of(command.timeLimit())
                        : Stream.<Duration>empty())
                .reduce(LIMIT, Duration::plus);
    }
}
