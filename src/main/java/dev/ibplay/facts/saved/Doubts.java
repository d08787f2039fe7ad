package dev.ibplay.facts.saved;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.LinkText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.PortStateText;
import dev.ibplay.facts.tools.PortStateText.Moment;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What of a reading must not be believed, and what in it calls for attention: sentences without a full stop, for people. */
public final class Doubts {
    private static final int MASTER = 3;

    private Doubts() {}

    /** In the order of what they are about; what the reading lacks comes last. */
    public static List<String> of(Reading reading) {
        List<String> doubts = new ArrayList<>();
        if (reading.said() instanceof Fact.Known<Said> known) {
            doubts.addAll(
                    switch (known.value()) {
                        case Said.Adapters adapters ->
                            adapters.adapters().adapters().stream()
                                    .flatMap(adapter -> adapter(adapter).stream())
                                    .toList();
                        case Said.SubnetManagers managers -> managers(managers.managers());
                        case Said.Port port -> port(port.port());
                        case Said.PortStates states -> states(states.blocks());
                        case Said.Links links -> links(links.links());
                        case Said.Groups ignored -> List.of();
                        case Said.Node ignored -> List.of();
                        case Said.NodeDescription ignored -> List.of();
                        case Said.PKeyTable ignored -> List.of();
                        case Said.SubnetManagerPorts ignored -> List.of();
                        case Said.Fabric ignored -> List.of();
                        case Said.WindowsPartitions ignored -> List.of();
                    });
        }
        reading.incomplete().ifPresent(because -> doubts.add("this is not all: " + because));
        return List.copyOf(doubts);
    }

    private static List<String> adapter(AdapterText adapter) {
        List<String> doubts = new ArrayList<>();
        if (adapter.name().equals(AdapterText.UNNAMED)) {
            doubts.add("the text begins within an adapter, whose name is not known");
        }
        for (AdapterPortText port : adapter.ports()) {
            doubts.addAll(port(adapter.name() + " port " + port.number(), port));
        }
        return doubts;
    }

    private static List<String> port(String name, AdapterPortText port) {
        Optional<String> refusal = port.linkLayer().refusal();
        if (refusal.isPresent()) {
            return List.of(name + " is " + refusal.get());
        }
        List<String> doubts = new ArrayList<>();
        if (port.linkLayer().kind() == LinkLayer.Kind.UNSAID) {
            doubts.add(name + ": the tool does not say the link layer, InfiniBand is assumed");
        }
        if (port.state() == PortState.DOWN) {
            port.printedActiveMtu()
                    .ifPresent(mtu ->
                            doubts.add("%s is DOWN: its active_mtu %s is not to be believed".formatted(name, mtu)));
            if (port.physicalState().equals(Optional.of(PortPhysicalState.LINK_UP))) {
                doubts.add(name + " is DOWN although its link is up: no subnet manager has taken it into the fabric");
            }
        }
        if (port.state() == PortState.INITIALIZE) {
            doubts.add(name + " waits for a subnet manager (Initialize)");
        }
        below(port.activeMtu(), port.maxMtu())
                .ifPresent(mtus ->
                        doubts.add("%s runs at %s: the other end of its link, or its subnet manager, sets the limit"
                                .formatted(name, mtus)));
        return doubts;
    }

    /** {@code 2048 of 4096}, where the link's MTU is below what the port can do. */
    private static Optional<String> below(Optional<Mtu> link, Optional<Mtu> cap) {
        return link.isPresent()
                        && cap.isPresent()
                        && link.get().bytes() < cap.get().bytes()
                ? Optional.of(link.get() + " of " + cap.get())
                : Optional.empty();
    }

    private static List<String> managers(List<SmInfoText> managers) {
        List<String> doubts = new ArrayList<>();
        long masters = managers.stream()
                .filter(manager -> manager.state().equals(Optional.of(MASTER)))
                .map(SmInfoText::guid)
                .distinct()
                .count();
        if (masters > 1) {
            doubts.add("%d masters: two fabrics, or two subnet managers that do not see each other".formatted(masters));
        }
        if (managers.stream().anyMatch(manager -> manager.state().isEmpty())) {
            doubts.add("this version does not print the state of a subnet manager");
        }
        return doubts;
    }

    private static List<String> port(PortInfoText port) {
        List<String> doubts = new ArrayList<>();
        String name = name(port);
        if (port.linkState().isPresent() && !port.isUp()) {
            port.neighborMtu()
                    .ifPresent(mtu -> doubts.add("%s is %s: its NeighborMTU %s is not to be believed"
                            .formatted(name, port.linkState().get(), mtu)));
        }
        port.mtuCap()
                .filter(cap -> cap.bytes() < Mtu.MTU_4096.bytes())
                .filter(cap -> !port.port().equals(Optional.of(0)))
                .ifPresent(cap ->
                        doubts.add("%s can do no more than %s (MtuCap): it keeps every group that it is in at that"
                                .formatted(name, cap)));
        below(port.linkMtu(), port.mtuCap())
                .filter(mtus -> !port.port().equals(Optional.of(0)))
                .ifPresent(mtus ->
                        doubts.add("%s runs at %s: the other end of its link, or its subnet manager, sets the limit"
                                .formatted(name, mtus)));
        return doubts;
    }

    private static String name(PortInfoText port) {
        String lid = port.lid()
                .filter(l -> l.value() != 0)
                .map(l -> "lid " + l + " ")
                .orElse("");
        return lid + port.port().map(number -> "port " + number).orElse(lid.isEmpty() ? "the port" : "");
    }

    private static List<String> states(List<PortStateText> blocks) {
        return blocks.stream().anyMatch(block -> block.moment() == Moment.AFTER)
                ? List.of("the state after the change is what the port answered at once: only another query proves it")
                : List.of();
    }

    private static List<String> links(List<LinkText> links) {
        return links.stream()
                .filter(LinkText::isDegraded)
                .map(link -> "%s runs at %s %s, though both ends could do %s"
                        .formatted(
                                link.from(),
                                link.width().orElse("?"),
                                link.speed().orElse("?"),
                                String.join(
                                                " ",
                                                link.possibleWidth().orElse(""),
                                                link.possibleSpeed().orElse(""))
                                        .strip()))
                .toList();
    }
}
