package dev.ibplay.plan;

import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Does what a plan's steps say to a {@link ModelFabric}, as OpenSM and the kernel would: a HUP re-reads files but changes no
 * group that exists, a new process makes its groups anew, a group cuts the MTU of its members.
 */
final class Simulator {
    private final ModelFabric fabric;
    private long clock = 2000;
    /** What was done, in order. */
    final List<String> log = new ArrayList<>();
    /** Interfaces that a group has cut. */
    final List<String> cuts = new ArrayList<>();

    Simulator(ModelFabric fabric) {
        this.fabric = fabric;
    }

    void apply(Plan plan) {
        plan.shrinking().forEach(host -> host.steps().forEach(this::run));
        plan.fabric().forEach(this::run);
        plan.growing().forEach(host -> host.steps().forEach(this::run));
    }

    void run(Step step) {
        if (step instanceof Step.Act act) {
            log.add(act.host() + ": " + act.what());
            act.operations().forEach(operation -> run(fabric.host(act.host()), operation));
        }
        if (step instanceof Step.Guarded guarded) {
            log.add(guarded.host() + ": " + guarded.what());
            guarded.prepare().forEach(operation -> run(fabric.host(guarded.host()), operation));
            guarded.set().forEach(operation -> run(fabric.host(guarded.host()), operation));
            guarded.commit().forEach(operation -> run(fabric.host(guarded.host()), operation));
        }
    }

    void run(ModelHost host, Operation operation) {
        clock += 10;
        switch (operation) {
            case Operation.ReplaceFile file ->
                host.put(file.path(), file.content().latin1(), clock);
            case Operation.RemoveFile file -> host.remove(file.path());
            case Operation.SendSignal ignored -> {
                if (host.confAtStart) {
                    host.readPriority();
                }
                elect();
            }
            case Operation.RunCommand command -> {
                if (!command.arguments().contains("restart")) {
                    return; // folders of kept files
                }
                boolean wasMaster = host.state == SmState.MASTER;
                host.start(clock);
                host.state = wasMaster ? SmState.MASTER : SmState.STANDBY;
                elect();
            }
            case Operation.WriteAttribute attribute -> {
                host.mode =
                        IpoibMode.valueOf(attribute.value().lossyText().strip().toUpperCase(Locale.ROOT));
                host.mtu = Fact.known(carried(host, host.adminMtu));
            }
            case Operation.SetLinkMtu link -> {
                host.adminMtu = link.bytes();
                host.mtu = Fact.known(carried(host, link.bytes()));
            }
            default -> throw new IllegalArgumentException("not a change: " + operation);
        }
    }

    /** The highest priority wins, then the lower GUID; the master sweeps. */
    void elect() {
        Optional<ModelHost> winner = fabric.hosts.values().stream()
                .filter(ModelHost::runsOpensm)
                .max(Comparator.comparingInt((ModelHost h) -> h.priority)
                        .thenComparing(h -> h.port, Comparator.reverseOrder()));
        fabric.hosts.values().stream().filter(ModelHost::runsOpensm).forEach(h -> h.state = SmState.STANDBY);
        winner.ifPresent(this::sweep);
    }

    private void sweep(ModelHost master) {
        master.state = SmState.MASTER;
        fabric.smLid = master.lid;
        var options = SmOptions.of(OpensmConf.parse("", master.files.getOrDefault(ModelHost.CONF, "")));
        var conf = PartitionsConf.parse("", master.files.getOrDefault(ModelHost.PARTITIONS, ""));
        var meaning = PartitionsMeaning.of(conf, options);
        List<EndPort> ports = fabric.hosts.values().stream()
                .map(h -> new EndPort(h.port, EndPort.Kind.CA, h == master))
                .toList();
        fabric.pkeys.clear();
        fabric.pkeys.putAll(meaning.tables(ports).pkeys());
        meaning.partitions()
                .forEach(p -> p.broadcast()
                        .ifPresent(g -> master.groups.putIfAbsent(
                                p.pkey().base(), g.mtu().orElse(Mtu.MTU_2048))));
        fabric.groups.clear();
        master.groups.forEach((base, mtu) -> fabric.groups.put(base, ModelFabric.group(new PKey(base), mtu)));
        fabric.hosts.values().forEach(this::cut);
    }

    private void cut(ModelHost host) {
        Optional<Integer> now = host.mtu.ifKnown();
        if (now.isPresent()) {
            int most = carried(host, host.adminMtu);
            if (most < now.get()) {
                cuts.add(host.name + ": " + now.get() + " to " + most);
            }
            host.mtu = Fact.known(most);
        }
    }

    /** ipoib_main.c: in datagram mode the smaller of what was asked for and what the group carries. */
    private int carried(ModelHost host, int asked) {
        Fact<McMemberRecord> group = fabric.groups.getOrDefault(host.pkey.base(), Fact.absent());
        Optional<Integer> most = group.ifKnown().flatMap(McMemberRecord::mtu).map(Mtu::ipoibDatagramBytes);
        return host.mode == IpoibMode.CONNECTED
                ? asked
                : most.map(m -> Math.min(m, asked)).orElse(asked);
    }

    /** The P_Keys of a port. */
    Set<PKey> pkeys(ModelHost host) {
        return fabric.pkeys.getOrDefault(host.port, Set.of());
    }
}
