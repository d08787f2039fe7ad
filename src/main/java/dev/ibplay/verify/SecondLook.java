package dev.ibplay.verify;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fabric asked again a sweep later: that its subnet managers were found in the right state says little while they hand
 * over, or while a master hangs.
 */
public final class SecondLook {
    private final FabricFacts first;
    private final boolean sweeps;
    private final List<Map.Entry<PortGuid, SmInfo>> managers;
    private final List<FabricPort> ports;

    /**
     * A second look.
     *
     * @param first what the first one has found
     * @param sweeps whether the master sweeps at all: otherwise it sends nothing, and its activity count may stand still
     */
    public SecondLook(FabricFacts first, boolean sweeps) {
        this.first = first;
        this.sweeps = sweeps;
        this.managers = first.subnetManagers().entrySet().stream()
                .flatMap(e -> e.getValue().ifKnown().stream().map(info -> Map.entry(e.getKey(), info)))
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .toList();
        this.ports = first.fabric().activeAdapterPorts();
    }

    /** What is asked: SMInfo of each subnet manager, PortInfo of each Active port of an adapter. */
    public List<Operation> operations(MadKey mKey) {
        List<Operation> operations = new ArrayList<>();
        for (Map.Entry<PortGuid, SmInfo> manager : managers) {
            List<Integer> route =
                    first.port(manager.getKey()).map(FabricPort::route).orElse(List.of());
            operations.add(query(route, Attribute.SM_INFO, 0, mKey));
        }
        ports.forEach(port -> operations.add(
                query(port.route(), Attribute.PORT_INFO, port.ref().number(), mKey)));
        return operations;
    }

    private Operation query(List<Integer> route, Attribute attribute, int modifier, MadKey mKey) {
        return new Operation.SubnetQuery(
                first.vantage(), new SmpAddress.ByRoute(route), attribute.id(), modifier, mKey, MadTiming.DEFAULT);
    }

    /**
     * What is another than before, each as a sentence.
     *
     * @param outcomes of {@link #operations}, in their order
     */
    public List<String> changes(List<Outcome> outcomes) {
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < managers.size(); i++) {
            String name = first.fabric().nameOf(managers.get(i).getKey());
            change(managers.get(i).getValue(), outcomes.get(i))
                    .ifPresent(change -> changes.add("the subnet manager on " + name + " " + change));
        }
        for (int i = 0; i < ports.size(); i++) {
            FabricPort port = ports.get(i);
            data(outcomes.get(managers.size() + i))
                    .map(PortInfo::decode)
                    .flatMap(now -> change(port, now))
                    .ifPresent(changes::add);
        }
        return changes;
    }

    private Optional<String> change(SmInfo before, Outcome outcome) {
        Optional<SmInfo> answer = data(outcome).map(SmInfo::decode);
        if (answer.isEmpty()) {
            return Optional.of("answers no more");
        }
        SmInfo now = answer.get();
        if (now.state() != before.state()) {
            return Optional.of("was %s and is %s".formatted(before.state(), now.state()));
        }
        if (now.priority() != before.priority()) {
            return Optional.of("had priority %d and has %d".formatted(before.priority(), now.priority()));
        }
        boolean still = sweeps && now.state() == SmState.MASTER && now.activityCount() == before.activityCount();
        return still
                ? Optional.of("is master but does nothing: its activity count stands at " + now.activityCount())
                : Optional.empty();
    }

    private Optional<String> change(FabricPort port, PortInfo now) {
        String name = first.fabric().nameOf(port);
        if (now.isSm() && !port.info().isSm()) {
            return Optional.of("a subnet manager has appeared on " + name);
        }
        Lid before = port.info().smLid();
        return now.state() != PortState.ACTIVE || now.smLid().equals(before)
                ? Optional.empty()
                : Optional.of("%s had SMLid %s and has %s".formatted(name, before, now.smLid()));
    }

    /** The ports that say that a subnet manager runs there and do not say which state it has. */
    public static List<String> unanswered(FabricFacts fabric) {
        return fabric.subnetManagers().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(e -> e.getValue() instanceof Fact.Unreadable<SmInfo>)
                .map(e -> fabric.fabric().nameOf(e.getKey()))
                .toList();
    }

    private static Optional<byte[]> data(Outcome outcome) {
        return outcome instanceof Outcome.AttributeRead read
                ? Optional.of(read.data().toArray())
                : Optional.empty();
    }
}
