package dev.ibplay.run;

import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.HostDescriber;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads what is known of hosts, for people; nothing is planned or changed. */
public final class HostFactsRun implements AutoCloseable {
    private static final String STEP = "read the host's facts";

    private final List<DesiredHost> hosts;
    private final SessionOpener opener;
    private final Optional<RecordingOpener> recorder;
    private final HostStates states;
    private final Forks forks;
    private final Gathering gathering;
    private final Map<String, HostDescription> described = new ConcurrentHashMap<>();

    /** Of these hosts, {@code forks} at a time; the listener is told of failures. */
    public HostFactsRun(List<DesiredHost> hosts, SessionOpener opener, int forks, RunListener listener) {
        this(hosts, opener, Optional.empty(), forks, listener);
    }

    private HostFactsRun(
            List<DesiredHost> hosts,
            SessionOpener opener,
            Optional<RecordingOpener> recorder,
            int forks,
            RunListener listener) {
        this.hosts = List.copyOf(hosts);
        this.opener = opener;
        this.recorder = recorder;
        this.states = new HostStates(names(hosts), listener);
        this.forks = new Forks(forks);
        this.gathering = new Gathering(opener, states, this.forks, Vantage.SURVEY);
    }

    /**
     * A run that keeps all answers of the hosts. It asks for all that a check of any playbook would, and looks at each fabric
     * from one port, too.
     */
    public static HostFactsRun recording(
            List<DesiredHost> hosts, SessionOpener opener, int forks, RunListener listener) {
        var recorder = new RecordingOpener(opener);
        return new HostFactsRun(hosts, recorder, Optional.of(recorder), forks, listener);
    }

    private static List<String> names(List<DesiredHost> hosts) {
        return hosts.stream().map(DesiredHost::host).toList();
    }

    /** The hosts that could be read, in the order in which they were named. */
    public List<HostDescription> read() {
        FactsWanted wanted = recorder.isPresent() ? FactsWanted.OF_ANY_PLAYBOOK : FactsWanted.ALL;
        Map<String, HostFacts> facts = gathering.read(hosts, host -> wanted, STEP);
        forks.forEach(names(hosts), host -> Optional.ofNullable(facts.get(host)).ifPresent(this::describe));
        if (recorder.isPresent()) {
            gathering.fabrics(hosts);
        }
        return hosts.stream()
                .flatMap(host -> Optional.ofNullable(described.get(host.host())).stream())
                .toList();
    }

    private void describe(HostFacts facts) {
        String host = facts.host();
        Optional<HostSession> session = states.session(host);
        try {
            if (session.isPresent()) {
                described.put(
                        host,
                        HostDescriber.describe(
                                session.get(), facts, opener.keys(host).mKey()));
            }
        } catch (TransportException failure) {
            states.lost(failure, STEP, Optional.empty());
        }
    }

    /** What became of each host. */
    public List<HostRecord> records() {
        return states.records();
    }

    /** All that the hosts have answered which could be read to the end; none where the run keeps nothing. */
    public List<HostRecording> recordings() {
        return recorder.stream()
                .flatMap(kept -> described.keySet().stream()
                        .sorted()
                        .filter(host -> states.status(host) == HostStatus.OK)
                        .map(kept::recording))
                .toList();
    }

    @Override
    public void close() {
        forks.close();
        states.close();
    }
}
