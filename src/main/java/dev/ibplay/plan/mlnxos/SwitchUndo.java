package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Reading;
import dev.ibplay.resource.ChangePolicy;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What of a switch an earlier run has set: as a playbook would want it back, and as it is now. */
public final class SwitchUndo {
    private static final String MANAGER = "opensm";
    private static final String PARTITION = "partition ";

    /** {@link SwitchPartition#text}. */
    private static final Pattern TEXT = Pattern.compile("pkey (\\S+) ipoib (yes|no) mtu (\\d{1,4}) members ?(\\S*)");

    private SwitchUndo() {}

    /** Whether a setting is one of a switch's subnet manager. */
    public static boolean isOf(String resource) {
        return resource.equals(MANAGER) || resource.startsWith(PARTITION);
    }

    /**
     * What is wanted so that it is as before; nothing where the earlier run did not know it.
     *
     * @param before as the step's fingerprint had it
     */
    public static Optional<SubnetManager> wanted(String resource, String attribute, String before, Span span) {
        if (before.equals(Reading.UNREADABLE)) {
            return Optional.empty();
        }
        if (resource.startsWith(PARTITION)) {
            return PKey.parse(resource.substring(PARTITION.length()))
                    .flatMap(pkey -> partition(pkey, before, span))
                    .map(partition -> manager(Optional.empty(), Optional.empty(), List.of(partition), span));
        }
        return switch (attribute) {
            case "priority" ->
                before.matches("\\d{1,2}")
                        ? Optional.of(manager(
                                Optional.empty(),
                                Optional.of(new Located<>(Integer.valueOf(before), span)),
                                List.of(),
                                span))
                        : Optional.empty();
            case "enabled" ->
                Optional.of(manager(
                        Optional.of(new Located<>(before.equals(SwitchReading.ENABLED), span)),
                        Optional.empty(),
                        List.of(),
                        span));
            default -> Optional.empty();
        };
    }

    private static SubnetManager manager(
            Optional<Located<Boolean>> enabled,
            Optional<Located<Integer>> priority,
            List<Partition> partitions,
            Span span) {
        return new SubnetManager(
                SmInstance.ONLY, enabled, priority, partitions, Optional.empty(), Map.of(), ChangePolicy.DEFAULT, span);
    }

    private static Optional<Partition> partition(PKey pkey, String before, Span span) {
        Partition named = Partition.named(new Located<>(pkey, span));
        if (before.equals(Reading.ABSENT)) {
            return Optional.of(with(named, Optional.of(Presence.ABSENT), Optional.empty(), GroupParameters.NONE)
                    .with(PartitionMembership.NONE, List.of()));
        }
        Matcher text = TEXT.matcher(before);
        if (!text.matches()) {
            return Optional.empty();
        }
        Optional<Located<Mtu>> mtu =
                Mtu.ofBytes(Integer.parseInt(text.group(3))).map(size -> new Located<>(size, span));
        GroupParameters group = GroupParameters.of(mtu, Optional.empty(), Optional.empty());
        List<PartitionMember> members = Arrays.stream(text.group(4).split(",", -1))
                .flatMap(entry -> member(entry).stream())
                .toList();
        return Optional.of(
                with(named, Optional.empty(), Optional.of(text.group(2).equals("yes")), group)
                        .with(PartitionMembership.all(Optional.of(new Located<>(members, span))), List.of()));
    }

    private static Partition with(
            Partition named, Optional<Presence> presence, Optional<Boolean> ipoib, GroupParameters group) {
        Span span = named.span();
        return new Partition(
                named.pkey(),
                presence.map(value -> new Located<>(value, span)),
                Optional.empty(),
                ipoib.map(value -> new Located<>(value, span)),
                group,
                named.membership(),
                Optional.empty(),
                List.of(),
                span);
    }

    private static Optional<PartitionMember> member(String entry) {
        String[] parts = entry.split("=", -1);
        Optional<Membership> membership = Arrays.stream(Membership.values())
                .filter(m -> parts.length == 2 && m.word().equals(parts[1]))
                .findFirst();
        if (membership.isEmpty()) {
            return Optional.empty();
        }
        return parts[0].equals("ALL")
                ? Optional.of(new PartitionMember(PartitionMember.Keyword.ALL, membership))
                : PortGuid.parse(parts[0])
                        .map(guid -> new PartitionMember(new PartitionMember.OnePort(guid), membership));
    }

    /** What it is now, in the same words; nothing where that could not be read. */
    public static Optional<String> now(String resource, String attribute, MlnxosObserved its) {
        if (resource.startsWith(PARTITION)) {
            return PKey.parse(resource.substring(PARTITION.length()))
                    .flatMap(pkey -> its.partitions()
                            .ifKnown()
                            .flatMap(all -> all.stream()
                                    .filter(p -> p.pkey().equals(Fact.known(pkey)))
                                    .findFirst()
                                    .map(p -> SwitchPartition.of(p).map(SwitchPartition::text))
                                    .orElse(Optional.of(Reading.ABSENT))));
        }
        return attribute.equals("priority")
                ? its.sm().priority().ifKnown().map(number -> Integer.toString(number))
                : its.sm().enabled().ifKnown().map(SwitchReading::flag);
    }
}
