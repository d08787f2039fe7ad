package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.windows.WindowsFound;
import dev.ibplay.facts.windows.WindowsProbe;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;

/** Finds out what is known of one Windows host: one batch, one with the tools that are there, one more where OpenSM names files. */
final class WindowsGatherer {
    /** PowerShell of an old host takes seconds to start, and WMI as long to answer. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final int MORE_BATCHES = 2;

    private WindowsGatherer() {}

    static HostFacts gather(HostSession session, String host, FactsWanted wanted) throws TransportException {
        WindowsProbe probe = new WindowsProbe(wanted.opensm());
        WindowsFound found = probe.parse(session.run(Batch.of(probe.operations()), LIMIT));
        for (int more = 0; more < MORE_BATCHES && !found.next().isEmpty(); more++) {
            found = found.with(session.run(Batch.of(found.next()), LIMIT));
        }
        return found.facts(host);
    }
}
