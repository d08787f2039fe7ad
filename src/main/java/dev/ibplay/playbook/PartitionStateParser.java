package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.ib.PKey;
import dev.ibplay.opensm.Mgid;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.WantedGroup;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the description of a partition into a record. Its members are read by {@link MembershipParser}. */
final class PartitionStateParser {
    private final StateContext context;
    private final MembershipParser members;

    PartitionStateParser(StateContext context) {
        this.context = context;
        this.members = new MembershipParser(context);
    }

    /** The partition; nothing without a P_Key. */
    Optional<Partition> partition(Fields fields) {
        Optional<Located<PKey>> pkey = fields.read("pkey", PKey::parse);
        Optional<Located<Presence>> presence = fields.read("state", Values::presence);
        presence.filter(p -> p.value() == Presence.ABSENT).ifPresent(absent -> checkAbsence(absent, pkey, fields));
        return pkey.map(key -> new Partition(
                key,
                presence,
                fields.text("name"),
                fields.flag("ipoib"),
                parameters(fields),
                members.membership(fields),
                groups(fields),
                members.ports(fields.items("accept_lockout")),
                fields.mapping().span()));
    }

    /** What is to go has no other values; what every port is in cannot go. */
    private void checkAbsence(Located<Presence> absent, Optional<Located<PKey>> pkey, Fields fields) {
        for (Node.Entry entry : fields.mapping().entries()) {
            String key = entry.key().text();
            if (PartitionKeys.PARTITION.key(key).isPresent() && !PartitionKeys.OF_ABSENT.contains(key)) {
                context.problems()
                        .error(
                                Code.VALUE_WRONG,
                                entry.key().span(),
                                "\"%s\" says nothing of a partition that is to be absent".formatted(key),
                                "leave it out; only pkey and name may stand beside state: absent");
            }
        }
        if (pkey.filter(key -> key.value().samePartition(PKey.DEFAULT)).isPresent()) {
            context.problems()
                    .error(
                            Code.VALUE_WRONG,
                            absent.span(),
                            "the partition 0x7fff cannot be absent: OpenSM makes it in any case",
                            "say who its members are instead");
        }
    }

    private static GroupParameters parameters(Fields fields) {
        return new GroupParameters(
                fields.read("mtu", Values::fabricMtu),
                fields.text("rate"),
                fields.whole("sl"),
                fields.whole("scope"),
                fields.read("qkey", PartitionValues::qkey),
                fields.whole("tclass"),
                fields.whole("flow_label"));
    }

    private Optional<Located<List<WantedGroup>>> groups(Fields partition) {
        return partition.mapping().entry("groups").map(entry -> {
            List<WantedGroup> groups = new ArrayList<>();
            Map<Mgid, Located<String>> byAddress = new HashMap<>();
            for (Node item : partition.items("groups")) {
                if (item instanceof Node.Mapping mapping) {
                    Fields fields = new Fields(mapping);
                    fields.text("mgid").ifPresent(mgid -> {
                        Mgid.parse(mgid.value()).ifPresent(address -> checkOnce(byAddress, address, mgid));
                        groups.add(new WantedGroup(mgid, parameters(fields)));
                    });
                }
            }
            return new Located<>(List.copyOf(groups), entry.key().span());
        });
    }

    private void checkOnce(Map<Mgid, Located<String>> byAddress, Mgid address, Located<String> mgid) {
        Located<String> first = byAddress.putIfAbsent(address, mgid);
        if (first != null) {
            context.problems()
                    .error(
                            Code.STATE_CONFLICT,
                            mgid.span(),
                            "the group %s is described twice in one list".formatted(mgid.value()),
                            "first in line %d".formatted(first.span().line()));
        }
    }
}
