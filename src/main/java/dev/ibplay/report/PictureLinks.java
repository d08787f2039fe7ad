package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.LinkEnds;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The cables between two nodes as one line, and which of them stand out. */
final class PictureLinks {
    /** Cables between the same two nodes. */
    record Bundle(NodeGuid one, NodeGuid other, List<Link> links) {}

    private final Fabric fabric;
    private final Optional<Mtu> best;

    PictureLinks(Fabric fabric) {
        this.fabric = fabric;
        best = fabric.links().stream()
                .flatMap(link -> fabric.ends(link).stream())
                .flatMap(ends -> Stream.of(ends.one(), ends.other()))
                .flatMap(port -> port.info().mtuCap().stream())
                .max(Comparator.naturalOrder());
    }

    /** The largest MTU that any port with a cable can do. */
    Optional<Mtu> best() {
        return best;
    }

    /** Those that stand out come last, so that they are drawn on top. */
    List<Bundle> bundles() {
        Map<List<NodeGuid>, List<Link>> byNodes = new LinkedHashMap<>();
        for (Link link : fabric.links()) {
            byNodes.computeIfAbsent(List.of(link.one().node(), link.other().node()), pair -> new ArrayList<>())
                    .add(link);
        }
        return byNodes.entrySet().stream()
                .map(entry ->
                        new Bundle(entry.getKey().getFirst(), entry.getKey().getLast(), entry.getValue()))
                .sorted(Comparator.comparing(bundle -> !classes(bundle.links()).isEmpty()))
                .toList();
    }

    /** Whether a link's MTU, or what one of its ends can do, is below the best of the fabric. */
    boolean isBottleneck(Link link) {
        return fabric.ends(link)
                .flatMap(ends -> Stream.of(ends.mtu(), ends.mtuCap())
                        .flatMap(Optional::stream)
                        .min(Comparator.naturalOrder()))
                .flatMap(mtu -> best.map(most -> mtu.compareTo(most) < 0))
                .orElse(false);
    }

    boolean isBelowCapability(Link link) {
        return fabric.ends(link).map(LinkEnds::isBelowCapability).orElse(false);
    }

    /** The CSS classes of what is drawn for these links. */
    String classes(List<Link> links) {
        return (links.stream().anyMatch(this::isBottleneck) ? " mtu" : "")
                + (links.stream().anyMatch(this::isBelowCapability) ? " slow" : "");
    }
}
