package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.opensm.Mgid;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.SmInstance;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.WantedGroup;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finds plays that want different things of the subnet managers of one host, and of their partitions. */
final class OpensmConflicts {
    private static final String REMOVED = "removed";

    private final Claims claims;
    private final Map<String, SubnetManager> instances = new LinkedHashMap<>();
    private final Map<String, Span> whole = new HashMap<>();
    private final Map<String, Span> single = new HashMap<>();

    OpensmConflicts(Claims claims) {
        this.claims = claims;
    }

    void add(SubnetManager opensm) {
        checkInstance(opensm);
        String key = opensm.key();
        claims.claim(key + " enabled", opensm.enabled());
        claims.claim(key + " priority", opensm.priority());
        claims.claim(key + " partitions_exclusive", opensm.exclusive());
        claims.claim(key + " sm_activation", opensm.policy().activation());
        claims.claim(key + " sm_timeout", opensm.policy().timeout());
        claims.claim(key + " allow_outage", opensm.policy().allowOutage());
        opensm.options().forEach((name, value) -> claims.claim(key + " options." + name, Optional.of(value)));
        String of = opensm.instance().isOnly() ? "" : key + " ";
        opensm.partitions().forEach(partition -> add(of + partition.key(), partition));
    }

    /** One instance goes by one name: what plays say of it is put together by that. */
    private void checkInstance(SubnetManager opensm) {
        if (instances.putIfAbsent(opensm.key(), opensm) != null) {
            return;
        }
        for (SubnetManager other : instances.values()) {
            if (!other.key().equals(opensm.key()) && mayBeSame(other.instance(), opensm.instance())) {
                claims.problems()
                        .error(
                                Code.STATE_CONFLICT,
                                place(opensm),
                                "\"%s\" and \"%s\" of %s may be the same subnet manager"
                                        .formatted(other.key(), opensm.key(), claims.host()),
                                "choose it by the same port: or fabric: everywhere; the other one stands at "
                                        + place(other));
            }
        }
    }

    private static boolean mayBeSame(SmInstance one, SmInstance other) {
        return one.isOnly() || other.isOnly() || !Collections.disjoint(one.ports(), other.ports());
    }

    private static Span place(SubnetManager opensm) {
        return opensm.instance().name().map(Located::span).orElse(opensm.span());
    }

    private void add(String key, Partition partition) {
        claims.claim(
                key + " state",
                partition.presence().or(() -> Optional.of(new Located<>(Presence.PRESENT, partition.span()))));
        claims.claim(key + " name", partition.name());
        claims.claim(key + " ipoib", partition.ipoib());
        parameters(partition.group()).forEach((name, value) -> claims.claim(key + " " + name, value));
        claims.claim(
                key + " groups", partition.groups().map(list -> new Located<>(described(list.value()), list.span())));
        add(key, partition.membership());
    }

    private void add(String key, PartitionMembership membership) {
        claims.claim(key + " default_membership", membership.byDefault());
        claims.claim(key + " both", membership.both());
        claims.claim(key + " indx0", membership.indexZero());
        claims.claim(
                key + " members", membership.all().map(list -> new Located<>(Set.copyOf(list.value()), list.span())));
        membership
                .added()
                .forEach(member -> claims.claim(
                        key + " member " + member.value().who(),
                        Optional.of(new Located<>(member.value().membership(), member.span()))));
        membership
                .removed()
                .forEach(gone -> claims.claim(
                        key + " member " + gone.value(), Optional.of(new Located<>(REMOVED, gone.span()))));
        checkOneWay(key, membership);
    }

    /** The whole membership leaves nothing to be added or removed. */
    private void checkOneWay(String key, PartitionMembership membership) {
        membership.all().ifPresent(list -> whole.putIfAbsent(key, list.span()));
        membership.added().stream().findFirst().ifPresent(member -> single.putIfAbsent(key, member.span()));
        membership.removed().stream().findFirst().ifPresent(gone -> single.putIfAbsent(key, gone.span()));
        Span all = whole.get(key);
        Span one = single.get(key);
        if (all != null && one != null && membership.isManaged()) {
            claims.problems()
                    .error(
                            Code.STATE_CONFLICT,
                            one,
                            "one play gives all members of %s of %s, another one adds or removes some"
                                    .formatted(key, claims.host()),
                            "the whole membership stands at " + all);
        }
    }

    private static Map<String, Optional<? extends Located<?>>> parameters(GroupParameters group) {
        Map<String, Optional<? extends Located<?>>> named = new LinkedHashMap<>();
        named.put("mtu", group.mtu());
        named.put("rate", group.rateGbps());
        named.put("sl", group.serviceLevel());
        named.put("scope", group.scope());
        named.put("qkey", group.qkey());
        named.put("tclass", group.trafficClass());
        named.put("flow_label", group.flowLabel());
        return named;
    }

    /** Groups by address with their parameters, wherever they stand. */
    private static Map<String, Map<String, Object>> described(List<WantedGroup> groups) {
        Map<String, Map<String, Object>> described = new HashMap<>();
        Function<WantedGroup, String> address = group -> Mgid.parse(group.mgid().value())
                .map(Mgid::toString)
                .orElse(group.mgid().value());
        for (WantedGroup group : groups) {
            Map<String, Object> values = new HashMap<>();
            parameters(group.parameters()).forEach((name, value) -> value.ifPresent(v -> values.put(name, v.value())));
            described.put(address.apply(group), values);
        }
        return described;
    }
}
