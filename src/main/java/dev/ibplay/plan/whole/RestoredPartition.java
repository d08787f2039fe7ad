package dev.ibplay.plan.whole;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.MulticastGroup;
import dev.ibplay.opensm.Partition;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.PartitionMembership;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A partition that an earlier run changed in partitions.conf: only what that run changed of it is wanted back.
 *
 * @param was what it was before that run; empty where the file did not define it
 * @param became what that run made of it, likewise
 */
record RestoredPartition(PKey pkey, Optional<Partition> was, Optional<Partition> became, Span span) {
    private static final String OPENSM_CHOOSES = "what opensm chooses";

    /** A partition of which nothing is wanted but to be looked at. */
    static dev.ibplay.resource.Partition named(PKey pkey, Span span) {
        return dev.ibplay.resource.Partition.named(Restoration.at(pkey, span));
    }

    boolean isChanged() {
        return differs(p -> p.definedAt().isEmpty())
                || differs(Partition::name)
                || differs(RestoredPartition::hasGroup)
                || differs(RestoredPartition::members)
                || differs(p -> group(p, MulticastGroup::mtu))
                || differs(p -> group(p, MulticastGroup::rateCode))
                || differs(p -> group(p, MulticastGroup::sl));
    }

    /** What of it is wanted; members stand for themselves, since the file is put back as a whole. */
    dev.ibplay.resource.Partition wanted() {
        Optional<MulticastGroup> group = was.flatMap(Partition::broadcast);
        return new dev.ibplay.resource.Partition(
                Restoration.at(pkey, span),
                Optional.empty(),
                was.map(Partition::name)
                        .filter(name -> differs(Partition::name))
                        .map(this::at),
                differs(RestoredPartition::hasGroup) ? Optional.of(at(group.isPresent())) : Optional.empty(),
                GroupParameters.of(
                        group.flatMap(MulticastGroup::mtu)
                                .filter(mtu -> differs(p -> group(p, MulticastGroup::mtu)))
                                .map(this::at),
                        group.flatMap(RestoredPartition::rate)
                                .filter(rate -> differs(p -> group(p, MulticastGroup::rateCode)))
                                .map(this::at),
                        group.map(MulticastGroup::sl)
                                .filter(sl -> differs(p -> group(p, MulticastGroup::sl)))
                                .map(this::at)),
                PartitionMembership.all(
                        differs(RestoredPartition::members) ? Optional.of(at(List.of())) : Optional.empty()),
                Optional.empty(),
                List.of(),
                span);
    }

    /** What the file leaves to OpenSM again, and the run had put in: nobody knows the value beforehand. */
    List<Difference> leftToOpensm(String host, Optional<Partition> now) {
        List<Difference> differences = new ArrayList<>();
        left(host, "mtu", now, g -> g.mtu().map(Object::toString)).ifPresent(differences::add);
        left(host, "rate", now, RestoredPartition::rate).ifPresent(differences::add);
        return differences;
    }

    private Optional<Difference> left(
            String host, String attribute, Optional<Partition> now, Function<MulticastGroup, Optional<String>> value) {
        boolean leaves = was.flatMap(Partition::broadcast)
                .filter(group -> value.apply(group).isEmpty())
                .isPresent();
        return now.flatMap(Partition::broadcast)
                .flatMap(value)
                .filter(text -> leaves)
                .map(text -> new Difference(
                        host, named(pkey, span).key(), attribute, Level.FILE, text, OPENSM_CHOOSES, span));
    }

    private boolean differs(Function<Partition, ?> value) {
        return !Objects.equals(was.map(value).orElse(null), became.map(value).orElse(null));
    }

    private static boolean hasGroup(Partition partition) {
        return partition.broadcast().isPresent();
    }

    private static List<String> members(Partition partition) {
        return partition.members().stream()
                .map(m -> m.who() + "=" + m.membership())
                .toList();
    }

    private static Optional<Object> group(Partition partition, Function<MulticastGroup, Object> value) {
        return partition.broadcast().map(value);
    }

    private static Optional<String> rate(MulticastGroup group) {
        OptionalInt code = group.rateCode();
        return code.isEmpty() ? Optional.empty() : Rate.ofCode(code.getAsInt()).map(Rate::toString);
    }

    private <T> Located<T> at(T value) {
        return Restoration.at(value, span);
    }
}
