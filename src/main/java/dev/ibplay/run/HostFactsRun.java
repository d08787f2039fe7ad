package dev.ibplay.run;

import dev.ibplay.facts.HostDescription;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.Gathered;
import dev.ibplay.gather.HostDescriber;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads what is known of hosts, for people; nothing is planned or changed. */
public final class HostFactsRun implements AutoCloseable {
    private final List<String> hosts;
    private final SessionOpener opener;
    private final HostStates states;
    private final Forks forks;
    private final Map<String, HostDescription> read = new ConcurrentHashMap<>();

    /** Of these hosts, {@code forks} at a time; the listener is told of failures. */
    public HostFactsRun(List<String> hosts, SessionOpener opener, int forks, RunListener listener) {
        this.hosts = List.copyOf(hosts);
        this.opener = opener;
        this.states = new HostStates(hosts, listener);
        this.forks = new Forks(forks);
    }

    /** The hosts that could be read, in the order in which they were named. */
    public List<HostDescription> read() {
        forks.forEach(hosts, this::read);
        return hosts.stream()
                .flatMap(host -> Optional.ofNullable(read.get(host)).stream())
                .toList();
    }

    /** What became of each host. */
    public List<HostRecord> records() {
        return states.records();
    }

    private void read(String host) {
        Optional<String> unsupported = opener.unsupported(host);
        if (unsupported.isPresent()) {
            states.mark(host, HostStatus.UNSUPPORTED, unsupported.get());
            return;
        }
        try {
            HostSession session = opener.open(host);
            states.opened(host, session);
            switch (HostGatherer.gather(session, host, FactsWanted.ALL)) {
                case Gathered.Known known ->
                    read.put(
                            host,
                            HostDescriber.describe(
                                    session, known.facts(), opener.keys(host).mKey()));
                case Gathered.UnknownSystem unknown ->
                    states.mark(
                            host, HostStatus.UNSUPPORTED, "its system, " + unknown.system() + ", is not supported yet");
            }
        } catch (TransportException failure) {
            states.lost(failure, "read the host's facts", Optional.empty());
        }
    }

    @Override
    public void close() {
        forks.close();
        states.close();
    }
}
