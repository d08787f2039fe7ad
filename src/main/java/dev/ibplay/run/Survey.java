package dev.ibplay.run;

import dev.ibplay.gather.FactsWanted;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.plan.Observed;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import java.util.List;

/** A look at hosts and fabrics without a playbook. Changes nothing. */
public final class Survey implements AutoCloseable {
    private final List<DesiredHost> hosts;
    private final HostStates states;
    private final Forks forks;
    private final Gathering gathering;

    /** A look that opens sessions as it needs them, {@code forks} hosts at a time. */
    public Survey(DesiredState hosts, SessionOpener opener, Vantage vantage, int forks, RunListener listener) {
        this.hosts = hosts.hosts();
        this.states = new HostStates(this.hosts.stream().map(DesiredHost::host).toList(), listener);
        this.forks = new Forks(forks);
        this.gathering = new Gathering(opener, states, this.forks, vantage);
    }

    /** Reads all hosts, then each fabric that they reach. */
    public Observed look() {
        return gathering.gather(hosts, host -> FactsWanted.ALL);
    }

    /** What became of each host. */
    public List<HostRecord> hosts() {
        return states.records();
    }

    @Override
    public void close() {
        states.close();
        forks.close();
    }
}
