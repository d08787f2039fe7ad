package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import java.util.List;
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
        return wrongElsewhere(List.of(desired.pkey())).or(() -> wrongHere(desired));
    }

    Optional<String> wrongWithout(List<PKey> removed) {
        return wrongElsewhere(removed)
                .or(() -> removed.stream().allMatch(k -> after.definitionsOf(k).isEmpty())
                        ? Optional.empty()
                        : Optional.of("a definition would be left"));
    }

    private Optional<String> wrongElsewhere(List<PKey> changed) {
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
                        .filter(p -> !isOf(p, changed) && isWritten(p, before))
                        .allMatch(
                                p -> after.partition(p.pkey()).filter(p::means).isPresent());
        boolean automatic = before.conf().statements().stream()
                .anyMatch(s -> PartitionsReader.pkeyWord(s.head()).isEmpty());
        String because = automatic ? "; one takes the next free P_Key: write it down first" : "";
        return same ? Optional.empty() : Optional.of("another partition would change" + because);
    }

    private static boolean isOf(Partition partition, List<PKey> keys) {
        return keys.stream().anyMatch(partition.pkey()::samePartition);
    }

    /** 0x7fff is there without being written, and may be written down as what it is. */
    private static boolean isWritten(Partition partition, PartitionsMeaning meaning) {
        return !meaning.definitionsOf(partition.pkey()).isEmpty();
    }

    private static List<PKey> others(PartitionsMeaning meaning, List<PKey> changed) {
        return meaning.partitions().stream()
                .filter(p -> !isOf(p, changed))
                .map(Partition::pkey)
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
        HeaderFlags flags = definitions.getFirst().flags();
        if (!valuesAreRight(desired, result, flags)) {
            return Optional.of("its group parameters would not be the desired ones");
        }
        if (desired.groups().filter(g -> !hasGroups(desired.pkey(), result, g)).isPresent()) {
            return Optional.of("its groups by mgid would not be the desired ones");
        }
        Optional<List<MulticastGroup>> groupsBefore =
                before.partition(desired.pkey()).map(EditProof::further).filter(g -> !isNew);
        boolean inherit =
                !desired.values().equals(GroupValues.ANY) || desired.ipoib().isPresent();
        if (desired.groups().isEmpty()
                && !inherit
                && groupsBefore.filter(g -> !sameGroups(g, further(result))).isPresent()) {
            return Optional.of("its groups by mgid would change");
        }
        return new MembersProof(desired.members(), before.partition(desired.pkey()), result, flags, desired.indexZero())
                .wrong(isNew);
    }

    private static boolean sameGroups(List<MulticastGroup> one, List<MulticastGroup> other) {
        return one.size() == other.size()
                && one.stream().allMatch(g -> other.stream().anyMatch(g::sameBut));
    }

    /** The groups besides the IPoIB group. */
    private static List<MulticastGroup> further(Partition partition) {
        return partition.groups().stream().filter(g -> !g.isIpoibBroadcast()).toList();
    }

    private static boolean hasGroups(PKey pkey, Partition result, List<DesiredGroup> wanted) {
        List<MulticastGroup> present = further(result);
        return present.size() == wanted.size()
                && wanted.stream()
                        .allMatch(w -> present.stream()
                                .anyMatch(g -> g.mgid().equals(w.address(pkey))
                                        && w.values().hold(g, true)));
    }

    private static boolean valuesAreRight(DesiredPartition desired, Partition result, HeaderFlags flags) {
        boolean inHeader = desired.values().firstWrong(flags.group()).isEmpty();
        boolean inForce =
                result.broadcast().map(b -> desired.values().hold(b, false)).orElse(true);
        boolean membership =
                desired.members().byDefault().map(m -> m == flags.membership()).orElse(true);
        boolean indexZero = desired.indexZero().map(z -> z == flags.indexZero()).orElse(true);
        return inHeader && inForce && membership && indexZero;
    }
}
