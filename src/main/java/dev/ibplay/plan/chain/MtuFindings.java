package dev.ibplay.plan.chain;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.fabric.MtuEnd;
import dev.ibplay.fabric.MtuLayer;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.plan.Observed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** What the MTU chain says of a fabric as it is: packets that are lost on the way, and interfaces that differ. */
public final class MtuFindings {
    /** As many hosts are named in one line. */
    private static final int MOST_NAMES = 8;

    private MtuFindings() {}

    /** The partitions in which interfaces send packets that a link or port on the way does not carry. */
    public static List<Diagnostic> lost(Observed observed) {
        return observed.fabrics().stream()
                .flatMap(fabric -> PartitionChain.of(fabric, observed).stream())
                .flatMap(chain -> lost(chain).stream())
                .toList();
    }

    /**
     * The partitions whose interfaces have different MTUs.
     *
     * @param coming the MTU that the plan gives an interface, by host and name
     */
    public static List<Diagnostic> unequal(Observed observed, BiFunction<String, String, Optional<Integer>> coming) {
        return observed.fabrics().stream()
                .flatMap(fabric -> PartitionChain.of(fabric, observed, coming).stream())
                .flatMap(chain -> unequal(chain).stream())
                .toList();
    }

    /** One finding for each layer that is below what interfaces send. */
    private static List<Diagnostic> lost(PartitionChain chain) {
        Map<MtuLayer, PairMtu> first = new LinkedHashMap<>();
        Map<MtuLayer, Long> pairs = new LinkedHashMap<>();
        for (PartitionChain.LikePairs like : chain.pairs()) {
            PairMtu pair = like.pair();
            pair.lossy().forEach(layer -> {
                first.putIfAbsent(layer, pair);
                pairs.merge(layer, like.pairs(), Long::sum);
            });
        }
        List<Diagnostic> found = new ArrayList<>();
        first.forEach((layer, pair) -> found.add(Diagnostic.error(
                        Code.MTU_ON_THE_WAY,
                        new Location.OnHost(pair.one().host(), Optional.empty(), Optional.empty()),
                        "in %s, packets of up to %d bytes from %s to %s are lost above %d: %s carries no more (%d pairs of interfaces)"
                                .formatted(
                                        chain.partition(),
                                        pair.sent(),
                                        pair.one(),
                                        pair.other(),
                                        layer.bytes(),
                                        layer.name(),
                                        pairs.getOrDefault(layer, 0L)))
                .withHint(layer.remedy(pair.sent()))));
        return found;
    }

    private static Optional<Diagnostic> unequal(PartitionChain chain) {
        Map<Integer, List<String>> byMtu = new TreeMap<>();
        chain.ends()
                .forEach(end -> byMtu.computeIfAbsent(mtu(end), mtu -> new ArrayList<>())
                        .add(end.toString()));
        if (byMtu.size() < 2) {
            return Optional.empty();
        }
        String all = byMtu.entrySet().stream()
                .map(e -> e.getKey() + " on " + names(e.getValue()))
                .collect(Collectors.joining("; "));
        return Optional.of(Diagnostic.warning(
                        Code.MTU_UNEQUAL,
                        new Location.Run(),
                        "interfaces of %s have different MTUs: %s".formatted(chain.partition(), all))
                .withHint("hosts whose MTU is smaller drop larger packets unless the sender finds the path's MTU"));
    }

    private static int mtu(MtuEnd end) {
        return end.layers().stream().mapToInt(MtuLayer::bytes).min().orElse(0);
    }

    private static String names(List<String> names) {
        int more = names.size() - MOST_NAMES;
        return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
                + (more > 0 ? " and %d more".formatted(more) : "");
    }
}
