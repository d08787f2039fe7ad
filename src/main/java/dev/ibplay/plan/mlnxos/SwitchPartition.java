package dev.ibplay.plan.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.MulticastGroup;
import dev.ibplay.opensm.Partition;
import dev.ibplay.opensm.Who;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A partition as a switch has it.
 *
 * @param name by which its command line knows it
 * @param mtu of its group, which counts only with IPoIB
 * @param members by GUID, or {@code ALL}, in the order of these words
 */
record SwitchPartition(String name, PKey pkey, boolean ipoib, Mtu mtu, Map<String, Membership> members) {
    private static final String ALL = "ALL";

    /** OpenSM's, where nothing is said. */
    private static final Mtu DEFAULT_MTU = Mtu.MTU_2048;

    /** What partitions.conf takes for a name ({@link dev.ibplay.opensm.DesiredPartition}). */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,30}");

    SwitchPartition {
        members = Collections.unmodifiableMap(new TreeMap<>(members));
    }

    /** One that was read; nothing where a part of it could not be. */
    static Optional<SwitchPartition> of(SwitchPartitionObserved read) {
        if (unread(read).isPresent()) {
            return Optional.empty();
        }
        Map<String, Membership> members = new TreeMap<>();
        read.members()
                .ifKnown()
                .orElse(List.of())
                .forEach(m -> members.put(m.guid().map(Object::toString).orElse(ALL), m.membership()));
        return Optional.of(new SwitchPartition(
                read.name(),
                read.pkey().ifKnown().orElse(PKey.DEFAULT),
                read.ipoib().ifKnown().orElse(false),
                read.mtu().ifKnown().orElse(DEFAULT_MTU),
                members));
    }

    /** What of a partition could not be read. */
    static Optional<String> unread(SwitchPartitionObserved read) {
        return java.util.stream.Stream.of(read.pkey(), read.mtu(), read.ipoib(), read.members())
                .filter(part -> part.ifKnown().isEmpty())
                .map(part -> part instanceof dev.ibplay.facts.Fact.Unreadable<?> unreadable
                        ? unreadable.because()
                        : "a part of it is not shown")
                .findFirst();
    }

    /**
     * One as a plan makes it.
     *
     * @param now the same as it is
     * @param name for a new one
     */
    static SwitchPartition of(Partition planned, Optional<SwitchPartition> now, String name) {
        Map<String, Membership> members = new TreeMap<>();
        planned.members().forEach(m -> {
            switch (m.who()) {
                case Who.Port port -> members.put(port.guid().toString(), m.membership());
                case Who.All ignored -> members.put(ALL, m.membership());
                case Who.Self ignored -> {} // a switch has no word for it: SwitchMembers makes one of the others of it
            }
        });
        Optional<Mtu> mtu = planned.broadcast().flatMap(MulticastGroup::mtu);
        return new SwitchPartition(
                now.map(SwitchPartition::name).orElse(name),
                planned.pkey().asLimitedMember(),
                planned.broadcast().isPresent(),
                mtu.or(() -> now.map(SwitchPartition::mtu)).orElse(DEFAULT_MTU),
                members);
    }

    /** It in the words of partitions.conf, so that one set of rules knows what is to change. */
    String definition() {
        String head = NAME.matcher(name).matches() ? name + "=" + pkey : pkey.toString();
        return head + (ipoib ? ", ipoib" : "") + ", mtu=" + mtu.code() + " : " + entries() + ";\n";
    }

    /** What is said of all ports counts for the switch's own, too. */
    private String entries() {
        List<String> entries = new ArrayList<>();
        Optional.ofNullable(members.get(ALL)).ifPresent(all -> {
            entries.add(ALL + "=" + all.word());
            entries.add("SELF=" + all.word());
        });
        members.forEach((who, membership) -> {
            if (!who.equals(ALL)) {
                entries.add(who + "=" + membership.word());
            }
        });
        return String.join(", ", entries);
    }

    /** All of it on one line, for comparisons. */
    String text() {
        return "pkey %s ipoib %s mtu %s members %s"
                .formatted(
                        pkey,
                        ipoib ? "yes" : "no",
                        mtu,
                        members.entrySet().stream()
                                .map(e -> e.getKey() + "=" + e.getValue().word())
                                .collect(Collectors.joining(",")));
    }

    /** The lines that make one of the other; of nothing for a new one, nothing of it for one that goes. */
    static List<Operation> lines(Optional<SwitchPartition> from, Optional<SwitchPartition> to) {
        if (to.isEmpty()) {
            return from.map(gone -> List.of(SwitchLine.remove(gone))).orElse(List.of());
        }
        SwitchPartition wanted = to.get();
        List<Operation> lines = new ArrayList<>();
        if (from.isEmpty()) {
            lines.add(SwitchLine.create(wanted));
        }
        SwitchPartition now =
                from.orElseGet(() -> new SwitchPartition(wanted.name, wanted.pkey, false, DEFAULT_MTU, Map.of()));
        if (now.ipoib != wanted.ipoib) {
            lines.add(SwitchLine.ipoib(wanted, wanted.ipoib));
        }
        if (now.mtu != wanted.mtu) {
            lines.add(SwitchLine.mtu(wanted, wanted.mtu));
        }
        wanted.members.forEach((who, membership) -> {
            if (membership != now.members.get(who)) {
                lines.add(SwitchLine.member(wanted, who, membership.word()));
            }
        });
        // Whoever stays is a member by then: nobody is cut off on the way.
        now.members.keySet().stream()
                .filter(who -> !wanted.members.containsKey(who))
                .forEach(who -> lines.add(SwitchLine.noMember(wanted, who)));
        return lines;
    }
}
