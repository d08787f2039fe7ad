package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.Who;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads who belongs to a partition. Hosts of the inventory are found once it is known; until then they are left out. */
final class MembershipParser {
    private static final String ALL = "members";
    private static final String ADDED = "members_add";
    private static final String REMOVED = "members_remove";

    private final StateContext context;

    MembershipParser(StateContext context) {
        this.context = context;
    }

    PartitionMembership membership(Fields partition) {
        List<Located<PartitionMember>> all = members(partition, ALL);
        List<Located<PartitionMember>> added = members(partition, ADDED);
        List<Located<Who>> removed = removed(partition);
        checkOneWay(partition);
        checkOpposed(added, removed);
        return new PartitionMembership(
                partition.read("default_membership", MembershipParser::word),
                partition.flag("both"),
                partition.flag("indx0"),
                partition
                        .mapping()
                        .entry(ALL)
                        .map(e -> new Located<>(
                                all.stream().map(Located::value).toList(),
                                e.key().span())),
                added,
                removed);
    }

    /** The ports that a list of GUIDs and hosts names. */
    List<Who> ports(List<Node> items) {
        Set<Who> ports = new LinkedHashSet<>();
        items.forEach(item -> who(item).forEach(ports::add));
        return List.copyOf(ports);
    }

    private static Optional<Membership> word(String word) {
        return PartitionKeys.MEMBERSHIPS.contains(word)
                ? Optional.of(Membership.valueOf(word.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }

    /** The members below a key, each once. */
    private List<Located<PartitionMember>> members(Fields partition, String key) {
        Map<Who, Located<PartitionMember>> members = new LinkedHashMap<>();
        Map<Object, List<Located<PartitionMember>>> ofSameHost = new HashMap<>();
        for (Node.Entry entry : partition.entries(key)) {
            Optional<Membership> membership =
                    entry.value() instanceof Node.Scalar word ? word(word.text()) : Optional.empty();
            for (Who who : who(entry.key())) {
                var member = new Located<>(
                        new PartitionMember(who, membership), entry.key().span());
                Object place = who instanceof PartitionMember.HostPorts ports ? ports.host() : who;
                List<Located<PartitionMember>> near = ofSameHost.computeIfAbsent(place, p -> new ArrayList<>());
                near.forEach(earlier -> checkAgreement(earlier, member));
                near.add(member);
                members.putIfAbsent(who, member);
            }
        }
        return List.copyOf(members.values());
    }

    private List<Located<Who>> removed(Fields partition) {
        Map<Who, Located<Who>> removed = new LinkedHashMap<>();
        for (Node item : partition.items(REMOVED)) {
            who(item).forEach(who -> removed.putIfAbsent(who, new Located<>(who, item.span())));
        }
        return List.copyOf(removed.values());
    }

    private List<Who> who(Node name) {
        if (!(name instanceof Node.Scalar text) || text.isTemplate() || text.isNull()) {
            return List.of();
        }
        Optional<Who> alone = MemberNames.who(text.text());
        if (alone.isPresent()) {
            context.hosts().ifPresent(hosts -> hosts.warnOfNamesake(text));
            return List.of(alone.get());
        }
        return context.hosts().map(hosts -> List.<Who>copyOf(hosts.named(text))).orElse(List.of());
    }

    private void checkAgreement(Located<PartitionMember> earlier, Located<PartitionMember> later) {
        PartitionMember first = earlier.value();
        PartitionMember second = later.value();
        if (first.who().overlaps(second.who()) && !first.membership().equals(second.membership())) {
            context.problems()
                    .error(
                            Code.STATE_CONFLICT,
                            later.span(),
                            "%s is named twice with different memberships".formatted(second.who()),
                            "first in line %d; take it out of one, in a pattern like storage:!oss01"
                                    .formatted(earlier.span().line()));
        }
    }

    private void checkOneWay(Fields partition) {
        if (partition.mapping().entry(ALL).isEmpty()) {
            return;
        }
        for (String key : List.of(ADDED, REMOVED)) {
            partition
                    .mapping()
                    .entry(key)
                    .ifPresent(e -> context.problems()
                            .error(
                                    Code.VALUE_WRONG,
                                    e.key().span(),
                                    "\"%s\" has no meaning beside \"members\", which is the whole membership"
                                            .formatted(key),
                                    "write one or the other"));
        }
    }

    private void checkOpposed(List<Located<PartitionMember>> added, List<Located<Who>> removed) {
        for (Located<Who> gone : removed) {
            added.stream()
                    .filter(member -> member.value().who().overlaps(gone.value()))
                    .findFirst()
                    .ifPresent(member -> context.problems()
                            .error(
                                    Code.STATE_CONFLICT,
                                    gone.span(),
                                    "%s is to be added and removed".formatted(gone.value()),
                                    "added in line %d".formatted(member.span().line())));
        }
    }
}
