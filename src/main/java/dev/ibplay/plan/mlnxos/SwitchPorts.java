package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares the MTUs that a switch's ports are set to with those that its partitions are to have. */
final class SwitchPorts {
    private static final Pattern NUMBER = Pattern.compile("/(\\d{1,3})$");

    private final String host;
    private final MlnxosObserved its;
    private final Fabric fabric;
    private final PortGuid port0;
    private final PlanDraft draft;

    /** @param port0 the switch's own port in the fabric */
    SwitchPorts(String host, MlnxosObserved its, Fabric fabric, PortGuid port0, PlanDraft draft) {
        this.host = host;
        this.its = its;
        this.fabric = fabric;
        this.port0 = port0;
        this.draft = draft;
    }

    /** Whether the group must not have that MTU, port queries say; this names the setting that is behind it. */
    void report(SubnetManager wanted) {
        wanted.partitions().forEach(p -> p.group().mtu().ifPresent(mtu -> report(p, mtu)));
    }

    private void report(Partition partition, Located<Mtu> wanted) {
        List<SwitchPortObserved> below = its.ports().ifKnown().orElse(List.of()).stream()
                .filter(port -> port.state().equals(Fact.known(PortState.ACTIVE)))
                .filter(port -> port.mtu()
                        .ifKnown()
                        .filter(mtu -> mtu.compareTo(wanted.value()) < 0)
                        .isPresent())
                .filter(port -> !isPeers(port))
                .toList();
        if (!below.isEmpty()) {
            String ports = below.stream()
                    .map(port -> port.name() + " to " + port.mtu().ifKnown().orElseThrow())
                    .collect(Collectors.joining(", "));
            draft.warn(
                    Code.MTU_CHAIN,
                    host,
                    wanted.span(),
                    "%s is to have MTU %s, and %s sets ports lower: %s"
                            .formatted(partition.key(), wanted.value(), host, ports),
                    "set them on the switch: interface ib %s mtu 4K"
                            .formatted(below.getFirst().name()));
        }
    }

    /**
     * Whether the other end of the cable can do no more, so that the switch has not been set to that: releases may show the MTU in use.
     * On a switch of one chip, the last number of a port's name is that of the port.
     */
    private boolean isPeers(SwitchPortObserved port) {
        Matcher number = NUMBER.matcher(port.name());
        Optional<Mtu> peer = number.find()
                ? fabric.port(port0)
                        .flatMap(own -> fabric.peer(new PortRef(own.ref().node(), Integer.parseInt(number.group(1)))))
                        .flatMap(fabric::port)
                        .flatMap(other -> other.info().mtuCap())
                : Optional.empty();
        return peer.isPresent()
                && port.mtu().ifKnown().filter(peer.get()::equals).isPresent();
    }
}
