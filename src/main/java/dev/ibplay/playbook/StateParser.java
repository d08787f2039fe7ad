package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns a rendered {@code state} mapping into resources. Before rendering it finds the mistakes that templates don't hide. */
final class StateParser {
    private final Problems problems;

    private StateParser(Problems problems) {
        this.problems = problems;
    }

    /** The resources in the order written; what is wrong goes to {@code problems} and is left out. */
    static List<Resource> parse(Node.Mapping state, Problems problems) {
        ShapeCheck.check(state, StateKeys.STATE, "state", problems);
        return new StateParser(problems).resources(new Fields(state));
    }

    private List<Resource> resources(Fields state) {
        List<Resource> resources = new ArrayList<>();
        state.mapping().entry("opensm").ifPresent(e -> subnetManager(e).ifPresent(resources::add));
        state.entries("ipoib").forEach(e -> fields(e).ifPresent(f -> resources.add(ipoib(e.key(), f))));
        state.entries("driver").forEach(e -> fields(e).ifPresent(f -> resources.add(driver(e.key(), f))));
        state.entries("vswitch")
                .forEach(e -> fields(e)
                        .ifPresent(f -> resources.add(new VirtualSwitch(
                                e.key().text(), f.whole("mtu"), e.key().span()))));
        state.entries("vmkernel")
                .forEach(e -> fields(e)
                        .ifPresent(f -> resources.add(new VmkernelInterface(
                                e.key().text(), f.whole("mtu"), e.key().span()))));
        return resources;
    }

    private static Optional<Fields> fields(Node.Entry entry) {
        return entry.value() instanceof Node.Mapping mapping ? Optional.of(new Fields(mapping)) : Optional.empty();
    }

    private Optional<Resource> subnetManager(Node.Entry entry) {
        return fields(entry)
                .map(f -> new SubnetManager(
                        f.whole("priority"), partitions(f), entry.key().span()));
    }

    private List<Partition> partitions(Fields opensm) {
        List<Partition> partitions = new ArrayList<>();
        Map<Integer, Partition> byKey = new HashMap<>();
        for (Node item : opensm.items("partitions")) {
            if (!(item instanceof Node.Mapping mapping)) {
                continue;
            }
            Optional<Partition> partition = partition(new Fields(mapping));
            partition.ifPresent(p -> {
                Partition first = byKey.putIfAbsent(p.pkey().value().base(), p);
                if (first != null) {
                    problems.error(
                            Code.STATE_CONFLICT,
                            p.pkey().span(),
                            "the partition %s is described twice in one list"
                                    .formatted(p.pkey().value()),
                            "first in line %d; only the low 15 bits count"
                                    .formatted(first.pkey().span().line()));
                }
                partitions.add(p);
            });
        }
        return partitions;
    }

    private Optional<Partition> partition(Fields fields) {
        return fields.read("pkey", PKey::parse)
                .map(pkey -> new Partition(
                        pkey,
                        fields.text("name"),
                        fields.flag("ipoib"),
                        fields.read("mtu", Values::fabricMtu),
                        fields.text("rate"),
                        fields.whole("sl"),
                        fields.read("default_membership", StateParser::membership),
                        members(fields),
                        fields.mapping().span()));
    }

    private static Optional<Located<List<PartitionMember>>> members(Fields partition) {
        return partition.mapping().entry("members").map(entry -> {
            List<PartitionMember> members = new ArrayList<>();
            for (Node.Entry member : partition.entries("members")) {
                Optional<Membership> membership =
                        member.value() instanceof Node.Scalar word ? membership(word.text()) : Optional.empty();
                MemberNames.who(member.key().text())
                        .ifPresent(who -> members.add(new PartitionMember(who, membership)));
            }
            return new Located<>(List.copyOf(members), entry.key().span());
        });
    }

    private static Optional<Membership> membership(String word) {
        return StateKeys.MEMBERSHIPS.contains(word)
                ? Optional.of(Membership.valueOf(word.toUpperCase(Locale.ROOT)))
                : Optional.empty();
    }

    private static IpoibInterface ipoib(Node.Scalar name, Fields fields) {
        return new IpoibInterface(
                name.text(),
                fields.whole("mtu"),
                fields.read(
                        "mode",
                        word -> Optional.of(word)
                                .filter(w -> w.equals("datagram") || w.equals("connected"))
                                .map(w -> IpoibMode.valueOf(w.toUpperCase(Locale.ROOT)))),
                name.span());
    }

    private static DriverOptions driver(Node.Scalar module, Fields fields) {
        Map<String, Located<String>> options = new LinkedHashMap<>();
        fields.mapping()
                .entries()
                .forEach(e -> fields.text(e.key().text())
                        .ifPresent(v -> options.put(e.key().text(), v)));
        return new DriverOptions(module.text(), options, module.span());
    }
}
