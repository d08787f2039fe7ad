package dev.ibplay.report;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.gather.FabricQueries;
import dev.ibplay.gather.FabricWish;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.transport.TransportException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One switch with three adapters: those of the hosts one and two, and one that nobody knows; host far has no cable. */
final class SeenFabric {
    static final MadPort VANTAGE = new MadPort("mlx5_0", 1);
    private static final long ONE = 0x100;
    private static final long TWO = 0x200;
    private static final long THREE = 0x300;
    private static final long LEAF = 0xa00;

    private SeenFabric() {}

    private static PortRef port(long node, int number) {
        return new PortRef(new NodeGuid(node), number);
    }

    static FabricNames names() {
        var fabric = new FakeFabric(port(ONE, 1))
                .adapter(ONE, 1, "one HCA-1")
                .adapter(TWO, 1, "two <HCA-1>")
                .adapter(THREE, 1, "three HCA-1")
                .switchNode(LEAF, 4, "leaf \"1\"")
                .cable(port(ONE, 1), port(LEAF, 1))
                .cable(port(TWO, 1), port(LEAF, 2))
                .cable(port(THREE, 1), port(LEAF, 3))
                .withManager(port(TWO, 1), 9)
                .withGroup(0x7fff, 4);
        try {
            var wish = new FabricWish(Set.of(PKey.DEFAULT), true, MadKeys.NONE, DiscoverFabric.DEFAULT_OUTSTANDING);
            FabricFacts facts = FabricQueries.run(fabric, "one", VANTAGE, wish);
            Map<String, HostFacts> hosts = new LinkedHashMap<>();
            hosts.put("one", host("one", ONE + 1, 2044));
            hosts.put("two", host("two", TWO + 1, 1500));
            hosts.put("far", host("far", 0x901, 2044));
            return new FabricNames(new Observed(hosts, List.of(facts)), Map.of());
        } catch (TransportException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static HostFacts host(String name, long guid, int mtu) {
        var port = new AdapterPort(VANTAGE, Optional.of(new PortGuid(guid)), true, true, true);
        var ib0 = new IpoibObserved(
                "ib0", Fact.known(mtu), Fact.known(IpoibMode.DATAGRAM), Fact.known(PKey.DEFAULT.asFullMember()), true);
        var network = new NetworkObserved(
                LinksObserved.NONE,
                Map.of(),
                new FileObserved("/etc/infiniband/openib.conf", Fact.absent(), 0),
                Fact.absent());
        return new HostFacts(name, List.of(port), List.of(ib0), Fact.absent(), network, Map.of());
    }
}
