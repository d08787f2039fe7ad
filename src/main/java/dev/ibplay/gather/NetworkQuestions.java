package dev.ibplay.gather;

import dev.ibplay.exec.Operation;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.linux.DriverProbe;
import dev.ibplay.facts.linux.GuardsProbe;
import dev.ibplay.facts.linux.LinksProbe;
import dev.ibplay.facts.linux.NetstackProbe;
import dev.ibplay.facts.linux.Netstacks;
import dev.ibplay.facts.linux.RouteProbe;
import dev.ibplay.transport.HostSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of a host's batch that is about its network, its drivers, and the guards that watch over them. */
final class NetworkQuestions {
    private final FactsWanted wanted;
    private final LinksProbe links = new LinksProbe();
    private final NetstackProbe netstacks = new NetstackProbe();
    private final GuardsProbe guards = new GuardsProbe();
    private final RouteProbe route;
    private final DriverProbe drivers;

    /** What is to be asked over a session. */
    NetworkQuestions(FactsWanted wanted, HostSession session) {
        this.wanted = wanted;
        this.route = new RouteProbe(session.wayBack().map(way -> new RouteProbe.Told(way.peer(), way.interfaceName())));
        this.drivers = new DriverProbe(wanted.modules());
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>(guards.operations());
        if (wanted.ipoib()) {
            operations.addAll(links.operations());
            operations.addAll(netstacks.operations());
        }
        if (wanted.route()) {
            operations.addAll(route.operations());
        }
        if (!wanted.modules().isEmpty()) {
            operations.addAll(drivers.operations());
        }
        return operations;
    }

    /** All facts of the host; {@code answers} stand at this part's first. */
    HostFacts facts(
            String host,
            List<AdapterPort> ports,
            List<IpoibObserved> interfaces,
            Fact<OpensmObserved> opensm,
            Answers answers) {
        List<GuardObserved> left = answers.next(guards);
        NetworkObserved network = NetworkObserved.NOT_ASKED;
        if (wanted.ipoib()) {
            LinksObserved found = answers.next(links);
            Netstacks stacks = answers.next(netstacks);
            network = new NetworkObserved(found, stacks.owners(found), stacks.openibConf(), network.route());
        }
        if (wanted.route()) {
            network = network.withRoute(answers.next(route));
        }
        Map<String, DriverObserved> observed = wanted.modules().isEmpty() ? Map.of() : answers.next(drivers);
        return new HostFacts(host, ports, interfaces, opensm, network, observed, left);
    }
}
