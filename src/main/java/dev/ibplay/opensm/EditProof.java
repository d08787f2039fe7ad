package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds an edited file against what was asked and against what it meant before. */
final class EditProof {
    private final PartitionsMeaning before;
    private final PartitionsMeaning after;
    private final boolean isNew;

    EditProof(PartitionsMeaning before, PartitionsConf after, boolean isNew) {
        this.before = before;
        this.after = PartitionsMeaning.of(after, SmOptions.DEFAULT);
        this.isNew = isNew;
    }

    /** What is wrong with the result, in words; nothing when it is as desired. */
    Optional<String> wrong(DesiredPartition desired) {
        return wrongElsewhere(desired.pkey()).or(() -> wrongHere(desired));
    }

    Optional<String> wrongWithout(PKey removed) {
        return wrongElsewhere(removed)
                .or(() -> after.definitionsOf(removed).isEmpty()
                        ? Optional.empty()
                        : Optional.of("a definition would be left"));
    }

    private Optional<String> wrongElsewhere(PKey changed) {
        if (after.rejection().isPresent()) {
            return Optional.of("the result would not be accepted: "
                    + after.rejection().get().message());
        }
        if (after.conf().notes().size() > before.conf().notes().size()) {
            return Optional.of(after.conf().notes().getLast().message());
        }
        if (isNew) {
            return Optional.empty();
        }
        boolean same = others(before, changed).equals(others(after, changed))
                && before.partitions().stream()
                        .filter(p -> !p.pkey().samePartition(changed) && isWritten(p, before))
                        .allMatch(
                                p -> after.partition(p.pkey()).filter(p::means).isPresent());
        return same ? Optional.empty() : Optional.of("another partition would change");
    }

    /** 0x7fff is there without being written, and may be written down as what it is. */
    private static boolean isWritten(Partition partition, PartitionsMeaning meaning) {
        return !meaning.definitionsOf(partition.pkey()).isEmpty();
    }

    private static List<PKey> others(PartitionsMeaning meaning, PKey changed) {
        return meaning.partitions().stream()
                .map(Partition::pkey)
                .filter(k -> !k.samePartition(changed))
                .sorted()
                .toList();
    }

    private Optional<String> wrongHere(DesiredPartition desired) {
        Optional<Partition> partition = after.partition(desired.pkey());
        List<PartitionsMeaning.Definition> definitions = after.definitionsOf(desired.pkey());
        if (partition.isEmpty() || definitions.isEmpty()) {
            return Optional.of("there would be no definition");
        }
        Partition result = partition.get();
        if (desired.name().filter(n -> !n.equals(result.name())).isPresent()) {
            return Optional.of("its name would be '%s'".formatted(result.name()));
        }
        boolean hasGroup = result.broadcast().isPresent();
        if (desired.ipoib().filter(wanted -> wanted != hasGroup).isPresent()) {
            return Optional.of("its IPoIB group would %s".formatted(hasGroup ? "stay" : "be missing"));
        }
        if (!groupIsRight(desired, result, definitions.getFirst().flags())) {
            return Optional.of("its group parameters would not be the desired ones");
        }
        if (desired.members().filter(m -> !hasMembers(result, m)).isPresent()) {
            return Optional.of("its members would not be the desired ones");
        }
        boolean membersMoved = desired.members().isEmpty()
                && desired.defaultMembership().isEmpty()
                && before.partition(desired.pkey())
                        .filter(b -> !isNew && !sameMembers(b, result))
                        .isPresent();
        return membersMoved ? Optional.of("its members would change") : Optional.empty();
    }

    private static boolean sameMembers(Partition one, Partition other) {
        var bare = new Partition(one.pkey(), one.name(), one.definedAt(), one.members(), List.of());
        return bare.means(new Partition(one.pkey(), one.name(), other.definedAt(), other.members(), List.of()));
    }

    private static boolean groupIsRight(DesiredPartition desired, Partition result, HeaderFlags flags) {
        GroupFlags group = flags.group();
        Optional<MulticastGroup> broadcast = result.broadcast();
        boolean mtu = desired.mtu()
                .map(m -> m.code() == group.mtu()
                        && broadcast.map(b -> b.mtu().equals(desired.mtu())).orElse(true))
                .orElse(true);
        boolean rate = desired.rate()
                .map(r -> r.code() == group.rate()
                        && broadcast
                                .map(b -> b.rateCode().orElse(0) == r.code())
                                .orElse(true))
                .orElse(true);
        boolean qkey = desired.qkey().isEmpty()
                || (desired.qkey().getAsLong() == group.qkey()
                        && broadcast.map(b -> b.qkey() == group.qkey()).orElse(true));
        boolean sl = desired.sl().isEmpty() || desired.sl().getAsInt() == group.sl();
        boolean scope = desired.scope().isEmpty() || (1 << desired.scope().getAsInt()) == group.scopes();
        boolean membership =
                desired.defaultMembership().map(m -> m == flags.membership()).orElse(true);
        return mtu && rate && qkey && sl && scope && membership;
    }

    /** Whether the partition has exactly these members: in this order where the order counts. */
    static boolean hasMembers(Partition partition, List<DesiredMember> wanted) {
        List<DesiredMember> present = partition.members().stream()
                .map(m -> new DesiredMember(m.who(), m.membership()))
                .toList();
        boolean orderCounts = BodyEdit.orderCounts(wanted) || BodyEdit.orderCounts(present);
        return orderCounts ? present.equals(wanted) : byPort(present).equals(byPort(wanted));
    }

    private static Map<Who, Membership> byPort(List<DesiredMember> members) {
        var map = new HashMap<Who, Membership>();
        members.forEach(m -> map.put(m.who(), m.membership()));
        return map;
    }
}
