package dev.ibplay.lab.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.HostAdapters;
import dev.ibplay.lab.time.LabClock;
import java.util.List;
import java.util.function.Function;

/** Management packets that leave through a host's own ports. */
final class HostQueries implements HostAdapters {
    private final List<HostPort> ports;
    private final LabClock clock;

    HostQueries(List<HostPort> ports, LabClock clock) {
        this.ports = List.copyOf(ports);
        this.clock = clock;
    }

    private Outcome from(MadPort name, Function<HostPort, Outcome> question) {
        return ports.stream()
                .filter(port -> port.name().equals(name))
                .findFirst()
                .map(question)
                .orElseGet(() -> HostAdapters.absent(name));
    }

    @Override
    public Outcome subnet(Operation.SubnetQuery query) throws InterruptedException {
        return waited(from(query.from(), port -> port.fabric().subnet(port.ref(), query)), query.timing());
    }

    @Override
    public Outcome administration(Operation.AdministrationQuery query) throws InterruptedException {
        return waited(from(query.from(), port -> port.fabric().administration(port.ref(), query)), query.timing());
    }

    @Override
    public Outcome discover(Operation.DiscoverFabric search) {
        return from(search.from(), port -> port.fabric().discover(port.ref(), search));
    }

    /** Silence is known only when all tries have had their time. */
    private Outcome waited(Outcome outcome, MadTiming timing) throws InterruptedException {
        if (outcome instanceof Outcome.NoAnswer) {
            clock.sleep(timing.timeout().multipliedBy(1L + timing.retries()));
        }
        return outcome;
    }
}
