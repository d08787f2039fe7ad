package dev.ibplay.plan;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.ChangePolicy;
import dev.ibplay.resource.ChangePolicy.SmActivation;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.WantedGroup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What else a playbook may say of a subnet manager and its partitions, added to what {@link Desired} makes. */
final class Wishes {
    private Wishes() {}

    static SubnetManager options(SubnetManager m, String... keysAndValues) {
        Map<String, Located<String>> options = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put(keysAndValues[i], Desired.at(keysAndValues[i + 1]));
        }
        return new SubnetManager(
                m.instance(), m.enabled(), m.priority(), m.partitions(), m.exclusive(), options, m.policy(), m.span());
    }

    static SubnetManager enabled(SubnetManager m, boolean enabled) {
        return new SubnetManager(
                m.instance(),
                Optional.of(Desired.at(enabled)),
                m.priority(),
                m.partitions(),
                m.exclusive(),
                m.options(),
                m.policy(),
                m.span());
    }

    static SubnetManager exclusive(SubnetManager m) {
        return new SubnetManager(
                m.instance(),
                m.enabled(),
                m.priority(),
                m.partitions(),
                Optional.of(Desired.at(true)),
                m.options(),
                m.policy(),
                m.span());
    }

    static SubnetManager on(SubnetManager m, String port) {
        return new SubnetManager(
                new SmInstance(Optional.of(Desired.at(port)), List.of(port)),
                m.enabled(),
                m.priority(),
                m.partitions(),
                m.exclusive(),
                m.options(),
                m.policy(),
                m.span());
    }

    private static SubnetManager policy(SubnetManager m, ChangePolicy policy) {
        return new SubnetManager(
                m.instance(), m.enabled(), m.priority(), m.partitions(), m.exclusive(), m.options(), policy, m.span());
    }

    static SubnetManager byHandover(SubnetManager m) {
        return policy(
                m,
                new ChangePolicy(Optional.of(Desired.at(SmActivation.HANDOVER)), Optional.empty(), Optional.empty()));
    }

    static SubnetManager allowingOutage(SubnetManager m) {
        return policy(m, new ChangePolicy(Optional.empty(), Optional.empty(), Optional.of(Desired.at(true))));
    }

    static Partition absent(int pkey) {
        return new Partition(
                Desired.at(new PKey(pkey)),
                Optional.of(Desired.at(Presence.ABSENT)),
                Optional.empty(),
                Optional.empty(),
                GroupParameters.NONE,
                PartitionMembership.NONE,
                Optional.empty(),
                List.of(),
                Desired.SPAN);
    }

    static Partition named(int pkey) {
        return Partition.named(Desired.at(new PKey(pkey)));
    }

    static Partition members(Partition p, PartitionMembership membership) {
        return p.with(membership, List.of());
    }

    static Partition group(Partition p, GroupParameters parameters) {
        return new Partition(
                p.pkey(),
                p.presence(),
                p.name(),
                p.ipoib(),
                parameters,
                p.membership(),
                p.groups(),
                p.acceptLockout(),
                p.span());
    }

    static Partition groups(Partition p, WantedGroup... groups) {
        return new Partition(
                p.pkey(),
                p.presence(),
                p.name(),
                p.ipoib(),
                p.group(),
                p.membership(),
                Optional.of(Desired.at(List.of(groups))),
                p.acceptLockout(),
                p.span());
    }

    /** Entries that come and go, whatever else is there. */
    static PartitionMembership changed(List<PartitionMember> added, List<PartitionMember.Who> removed) {
        return new PartitionMembership(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                added.stream().map(Desired::at).toList(),
                removed.stream().map(Desired::at).toList());
    }
}
