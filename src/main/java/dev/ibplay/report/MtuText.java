package dev.ibplay.report;

import dev.ibplay.fabric.MtuLayer;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.plan.chain.PartitionChain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The MTU chain between hosts, for people: what is usable, what limits it, and what would have to change for more. */
public final class MtuText {
    private static final String INDENT = "  ";

    private MtuText() {}

    /**
     * The chain of a partition: usable sizes with their limits, then what stands against {@code wanted}.
     *
     * @param wanted size of an IP packet, in bytes
     */
    public static String of(PartitionChain chain, int wanted) {
        var text = new StringBuilder("Partition %s: group MTU %s, %d interfaces\n"
                .formatted(
                        chain.partition(),
                        chain.group().map(Object::toString).orElse("not known"),
                        chain.ends().size()));
        List<PartitionChain.LikePairs> pairs = chain.pairs();
        if (pairs.isEmpty()) {
            return text.append(INDENT)
                    .append("fewer than two interfaces are known\n")
                    .toString();
        }
        text.append(usable(pairs)).append(changes(pairs, wanted));
        return text.toString();
    }

    private static String usable(List<PartitionChain.LikePairs> pairs) {
        Map<Integer, Map<String, Long>> bySize = new TreeMap<>(Comparator.reverseOrder());
        for (PartitionChain.LikePairs like : pairs) {
            PairMtu pair = like.pair();
            String limits =
                    pair.limits().stream().map(MtuLayer::name).distinct().collect(Collectors.joining(", "));
            String lost = !pair.lossy().isEmpty() ? "; larger packets, up to %d, are lost".formatted(pair.sent()) : "";
            bySize.computeIfAbsent(pair.usable(), size -> new LinkedHashMap<>())
                    .merge(limits + lost, like.pairs(), Long::sum);
        }
        var table = new TextTable(INDENT, List.of("USABLE", "PAIRS", "LIMITED BY"));
        bySize.forEach((size, limits) -> limits.forEach(
                (limit, number) -> table.add(List.of(Integer.toString(size), Long.toString(number), limit))));
        return table.toString();
    }

    private static String changes(List<PartitionChain.LikePairs> pairs, int wanted) {
        Set<String> remedies = new LinkedHashSet<>();
        pairs.stream()
                .flatMap(like -> like.pair().below(wanted).stream())
                .sorted(Comparator.comparing((MtuLayer layer) -> !layer.forbids(wanted))
                        .thenComparing(MtuLayer::kind))
                .forEach(layer -> remedies.add(layer.remedy(wanted)));
        if (remedies.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add(INDENT + "for " + wanted + ":");
        remedies.forEach(remedy -> lines.add(INDENT + INDENT + remedy));
        return String.join("\n", lines) + "\n";
    }

    /** Every layer between two interfaces, in their order on the way; those that limit are marked. */
    public static String between(PairMtu pair, int wanted) {
        var table = new TextTable(INDENT, List.of("CARRIES", "", "LAYER", "WHAT"));
        for (MtuLayer layer : pair.layers()) {
            boolean limits = pair.limits().contains(layer);
            table.add(List.of(
                    Integer.toString(layer.bytes()),
                    limits ? "<" : "",
                    layer.kind().words(),
                    layer.name()));
        }
        String remedies = pair.below(wanted).stream()
                .map(layer -> INDENT + INDENT + layer.remedy(wanted) + "\n")
                .distinct()
                .collect(Collectors.joining());
        return "From %s to %s: %d bytes\n".formatted(pair.one(), pair.other(), pair.usable())
                + table
                + (remedies.isEmpty() ? "" : INDENT + "for " + wanted + ":\n" + remedies);
    }
}
