package dev.ibplay.cli;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.MemberEntry;
import dev.ibplay.opensm.MulticastGroup;
import dev.ibplay.opensm.Partition;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.Who;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What OpenSM makes of a partitions.conf, a line for each partition. */
final class PartitionsSummary {
    /** More single ports than this are counted, not listed. */
    private static final int MOST_LISTED = 4;

    private PartitionsSummary() {}

    /** The text, each line ended. */
    static String of(String file, PartitionsMeaning meaning) {
        var text = new StringBuilder();
        boolean discarded = meaning.rejection().isPresent();
        text.append(file)
                .append(discarded ? " is discarded; what " : " as ")
                .append(meaning.dialect())
                .append(discarded ? " has instead:\n" : " reads it:\n");
        List<List<String>> rows = meaning.partitions().stream()
                .map(p -> List.of(
                        p.name(),
                        p.pkey().asLimitedMember() + "/" + p.pkey().asFullMember(),
                        groups(p),
                        discarded ? "every port full" : members(p)))
                .toList();
        rows.forEach(row -> text.append("  ").append(aligned(row, rows)).append('\n'));
        return text.toString();
    }

    private static String aligned(List<String> row, List<List<String>> rows) {
        var cells = new ArrayList<String>();
        for (int i = 0; i < row.size(); i++) {
            int column = i;
            int width =
                    rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
            cells.add(i + 1 < row.size() ? ("%-" + Math.max(1, width) + "s").formatted(row.get(i)) : row.get(i));
        }
        return String.join("  ", cells);
    }

    private static String groups(Partition partition) {
        String ipoib = partition
                .broadcast()
                .map(PartitionsSummary::values)
                .map(v -> "IPoIB " + v)
                .orElse("no IPoIB");
        long others =
                partition.groups().stream().filter(g -> !g.isIpoibBroadcast()).count();
        return others == 0 ? ipoib : ipoib + ", %d more group%s".formatted(others, others == 1 ? "" : "s");
    }

    private static String values(MulticastGroup group) {
        String mtu = group.mtu().map(m -> m + " bytes").orElse("smallest MTU");
        String rate = group.rateCode().stream()
                .mapToObj(code -> Rate.ofCode(code).map(r -> r + " Gb/s").orElse("rate code " + code))
                .findFirst()
                .orElse("smallest rate");
        return mtu + " " + rate;
    }

    /** The entries that are in force: of two for the same ports the later one. */
    private static String members(Partition partition) {
        var last = new LinkedHashMap<Who, MemberEntry>();
        if (partition.members().isEmpty()) {
            return partition.isDefault() ? "ALL=limited, SELF=full" : "no members: dropped";
        }
        partition.members().forEach(m -> last.put(m.who(), m));
        List<MemberEntry> ports =
                last.values().stream().filter(m -> m.who() instanceof Who.Port).toList();
        var words = new ArrayList<String>();
        if (partition.isDefault() && last.keySet().stream().noneMatch(w -> w.equals(Who.all()))) {
            words.add("ALL=limited");
            if (!last.containsKey(Who.self())) {
                words.add("SELF=full");
            }
        }
        last.values().stream()
                .filter(m -> ports.size() <= MOST_LISTED || !ports.contains(m))
                .map(m -> m.who() + "=" + m.membership().word())
                .forEach(words::add);
        if (ports.size() > MOST_LISTED) {
            words.addAll(counted(ports));
        }
        boolean indexZero = last.values().stream().anyMatch(MemberEntry::indexZero);
        return String.join(", ", words) + (indexZero ? " (at index 0)" : "");
    }

    private static List<String> counted(List<MemberEntry> ports) {
        Map<Membership, Long> counts = ports.stream()
                .collect(Collectors.groupingBy(
                        MemberEntry::membership, () -> new EnumMap<>(Membership.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> "%d port%s %s"
                        .formatted(
                                e.getValue(),
                                e.getValue() == 1 ? "" : "s",
                                e.getKey().word()))
                .toList();
    }
}
