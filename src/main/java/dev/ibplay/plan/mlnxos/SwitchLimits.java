package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.Keyword;
import dev.ibplay.resource.SubnetManager;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Refuses what a playbook may say of OpenSM's files and a switch has no command for; nothing of it is left out silently. */
final class SwitchLimits {
    private static final Set<Keyword> UNKNOWN_WORDS =
            EnumSet.of(Keyword.ALL_CAS, Keyword.ALL_SWITCHES, Keyword.ALL_ROUTERS);

    private final String host;
    private final SubnetManager wanted;
    private final PlanDraft draft;

    SwitchLimits(String host, SubnetManager wanted, PlanDraft draft) {
        this.host = host;
        this.wanted = wanted;
        this.draft = draft;
    }

    /** Whether all that is wanted can be had; what cannot is refused. */
    boolean allow() {
        int before = draft.diagnostics.size();
        wanted.instance()
                .name()
                .ifPresent(name -> refuse(
                        name.span(),
                        "a switch has one subnet manager, which no port or fabric chooses",
                        "leave \"port\" and \"fabric\" out for " + host));
        wanted.options()
                .forEach((key, value) -> refuse(
                        value.span(),
                        "the subnet manager of a switch has no opensm.conf, so %s cannot be set".formatted(key),
                        "set it on the switch by hand, and leave it out for " + host));
        wanted.partitions().forEach(this::partition);
        return draft.diagnostics.size() == before;
    }

    private void partition(Partition partition) {
        unknown(partition)
                .forEach((key, span) -> refuse(
                        span,
                        "%s of %s cannot be set on a switch: its command line has no word for it"
                                .formatted(key, partition.key()),
                        "leave it out for " + host + ": a switch knows pkey, ipoib, mtu and members"));
        partition
                .membership()
                .named()
                .filter(who -> who instanceof Keyword word && UNKNOWN_WORDS.contains(word))
                .map(PartitionMember.Who::toString)
                .distinct()
                .forEach(word -> refuse(
                        partition.span(),
                        "%s is no member that a switch knows".formatted(word),
                        "name ports, hosts, groups or ALL"));
    }

    private static Map<String, Span> unknown(Partition partition) {
        Map<String, Span> found = new LinkedHashMap<>();
        GroupParameters group = partition.group();
        put(found, "rate", group.rateGbps());
        put(found, "sl", group.serviceLevel());
        put(found, "scope", group.scope());
        put(found, "qkey", group.qkey());
        put(found, "tclass", group.trafficClass());
        put(found, "flow_label", group.flowLabel());
        put(found, "groups", partition.groups());
        put(found, "indx0", partition.membership().indexZero());
        put(found, "both", partition.membership().both());
        return found;
    }

    private static void put(Map<String, Span> found, String key, Optional<? extends Located<?>> value) {
        value.ifPresent(located -> found.put(key, located.span()));
    }

    private void refuse(Span askedBy, String message, String hint) {
        draft.refuse(Code.HOST_NOT_SUPPORTED, host, askedBy, message, hint);
    }
}
