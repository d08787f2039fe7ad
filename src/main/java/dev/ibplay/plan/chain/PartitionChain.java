package dev.ibplay.plan.chain;

import dev.ibplay.fabric.MtuChain;
import dev.ibplay.fabric.MtuEnd;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The MTU chain of one partition of a fabric.
 *
 * @param partition with the full-member bit
 * @param group the MTU of its IPoIB group, where it is known
 * @param ends the interfaces of hosts that were read, have joined the group, and whose port is known
 */
public record PartitionChain(PKey partition, Optional<Mtu> group, MtuChain chain, List<MtuEnd> ends) {
    public PartitionChain {
        ends = List.copyOf(ends);
    }

    /**
     * Interfaces between which everything is alike.
     *
     * @param pair one of them
     * @param pairs how many pairs they are
     */
    public record LikePairs(PairMtu pair, long pairs) {}

    /** The chains of a fabric as it is, by P_Key. */
    public static List<PartitionChain> of(FabricFacts fabric, Observed observed) {
        return of(fabric, observed, (host, name) -> Optional.empty());
    }

    /**
     * The same with other MTUs of interfaces.
     *
     * @param coming the MTU that a plan gives an interface, by host and name
     */
    static List<PartitionChain> of(
            FabricFacts fabric, Observed observed, BiFunction<String, String, Optional<Integer>> coming) {
        Map<Integer, List<MtuEnd>> ends = new TreeMap<>();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces()
                        .forEach(found -> end(host, found, fabric, observed, coming)
                                .ifPresent(end -> ends.computeIfAbsent(
                                                found.partition().base(), base -> new ArrayList<>())
                                        .add(end))));
        List<PartitionChain> chains = new ArrayList<>();
        ends.forEach((base, of) -> {
            PKey partition = new PKey(base).asFullMember();
            Optional<Mtu> group = fabric.groupMtu(partition);
            chains.add(new PartitionChain(
                    partition, group, new MtuChain(fabric.fabric(), partition.toString(), group), of));
        });
        return chains;
    }

    private static Optional<MtuEnd> end(
            HostFacts host,
            IpoibObserved found,
            FabricFacts fabric,
            Observed observed,
            BiFunction<String, String, Optional<Integer>> coming) {
        Optional<PortGuid> port = observed.portOf(host, found)
                .or(() -> onlyPort(host, fabric))
                .filter(guid -> fabric.port(guid).isPresent());
        if (host.esxi().isPresent()) {
            return port.filter(guid -> found.carrier())
                    .flatMap(guid -> vmkernel(
                            host.host(), found.name(), guid, host.esxi().get(), coming));
        }
        return port.filter(guid -> found.carrier())
                .flatMap(guid -> coming.apply(host.host(), found.name())
                        .or(() -> found.mtu().ifKnown())
                        .map(mtu -> MtuEnd.of(
                                host.host(),
                                found.name(),
                                guid,
                                found.mode().ifKnown().orElse(IpoibMode.DATAGRAM),
                                mtu)));
    }

    private static Optional<MtuEnd> vmkernel(
            String host,
            String name,
            PortGuid port,
            EsxiObserved esxi,
            BiFunction<String, String, Optional<Integer>> coming) {
        Optional<VmkernelObserved> vmkernel = esxi.vmkernel(name);
        Optional<Map.Entry<String, Integer>> below = vmkernel.flatMap(VmkernelObserved::virtualSwitch)
                .flatMap(esxi::virtualSwitch)
                .flatMap(vswitch -> coming.apply(host, vswitch.name())
                        .or(() -> vswitch.mtu().ifKnown())
                        .map(mtu -> Map.entry(vswitch.name(), mtu)));
        return coming.apply(host, name)
                .or(() -> vmkernel.flatMap(v -> v.mtu().ifKnown()))
                .map(mtu -> MtuEnd.ofVmkernel(host, name, port, mtu, below));
    }

    /** Where a hardware address does not say which port it is, a host's only one in this fabric. */
    private static Optional<PortGuid> onlyPort(HostFacts host, FabricFacts fabric) {
        List<PortGuid> ports = host.ports().stream()
                .flatMap(port -> port.guid().stream())
                .filter(guid -> fabric.port(guid).isPresent())
                .toList();
        return ports.size() == 1 ? Optional.of(ports.getFirst()) : Optional.empty();
    }

    /** All pairs, those that are alike together; the order follows the hosts' names. */
    public List<LikePairs> pairs() {
        Map<MtuChain.Likeness, List<MtuEnd>> alike = new LinkedHashMap<>();
        ends.forEach(end -> alike.computeIfAbsent(chain.likeness(end), k -> new ArrayList<>())
                .add(end));
        List<List<MtuEnd>> kinds = List.copyOf(alike.values());
        List<LikePairs> pairs = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            List<MtuEnd> ones = kinds.get(i);
            if (ones.size() > 1) {
                long number = (long) ones.size() * (ones.size() - 1) / 2;
                pairs.add(new LikePairs(chain.between(ones.get(0), ones.get(1)), number));
            }
            for (List<MtuEnd> others : kinds.subList(i + 1, kinds.size())) {
                pairs.add(new LikePairs(
                        chain.between(ones.getFirst(), others.getFirst()), (long) ones.size() * others.size()));
            }
        }
        return pairs;
    }

    /** The interfaces of one host; a host name is enough to find the way between two. */
    public Optional<MtuEnd> end(String host) {
        return ends.stream().filter(end -> end.host().equals(host)).findFirst();
    }
}
