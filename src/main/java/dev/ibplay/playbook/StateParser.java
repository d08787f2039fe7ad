package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Turns a rendered {@code state} mapping into resources. Before rendering it finds the mistakes that templates don't hide. */
final class StateParser {
    private final Map<String, String> fabrics;
    private final boolean isResolved;
    private final Problems problems;

    private StateParser(Map<String, String> fabrics, boolean isResolved, Problems problems) {
        this.fabrics = fabrics;
        this.isResolved = isResolved;
        this.problems = problems;
    }

    /** Finds the mistakes that show before templates are rendered and hosts are known. */
    static void check(Node.Mapping state, Problems problems) {
        ShapeCheck.check(state, StateKeys.STATE, "state", problems);
        new StateParser(Map.of(), false, problems).resources(new Fields(state));
    }

    /**
     * The resources of one host in the order written; what is wrong goes to {@code problems} and is left out.
     *
     * @param fabrics what the inventory calls the fabric of each port, by port
     */
    static List<Resource> parse(Node.Mapping state, Map<String, String> fabrics, Problems problems) {
        ShapeCheck.check(state, StateKeys.STATE, "state", problems);
        return new StateParser(fabrics, true, problems).resources(new Fields(state));
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
                .map(f -> SubnetManager.only(
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
                        Optional.empty(),
                        fields.text("name"),
                        fields.flag("ipoib"),
                        GroupParameters.of(
                                fields.read("mtu", Values::fabricMtu), fields.text("rate"), fields.whole("sl")),
                        new PartitionMembership(
                                fields.read("default_membership", StateParser::membership),
                                Optional.empty(),
                                Optional.empty(),
                                members(fields),
                                List.of(),
                                List.of()),
                        Optional.empty(),
                        List.of(),
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

    private IpoibInterface ipoib(Node.Scalar name, Fields fields) {
        checkAbsence(name, fields);
        return new IpoibInterface(
                name.text(),
                new InterfaceSelector(ports(fields), fields.read("pkey", PKey::parse), fields.text("parent")),
                fields.read("mtu", Values::wantedMtu),
                fields.read(
                        "mode",
                        word -> Optional.of(word)
                                .filter(w -> w.equals("datagram") || w.equals("connected"))
                                .map(w -> IpoibMode.valueOf(w.toUpperCase(Locale.ROOT)))),
                fields.read("state", StateParser::presence),
                fields.flag("persist"),
                name.span());
    }

    private static Optional<Presence> presence(String word) {
        return Arrays.stream(Presence.values())
                .filter(p -> p.word().equals(word))
                .findFirst();
    }

    /** What is to go has no other values, and must be known beyond doubt. */
    private void checkAbsence(Node.Scalar name, Fields fields) {
        Optional<Located<Presence>> absent =
                fields.read("state", StateParser::presence).filter(p -> p.value() == Presence.ABSENT);
        if (absent.isEmpty()) {
            return;
        }
        for (String key : List.of("mtu", "mode", "port", "fabric")) {
            fields.mapping()
                    .entry(key)
                    .ifPresent(e -> problems.error(
                            Code.VALUE_WRONG,
                            e.key().span(),
                            "\"%s\" says nothing of an interface that is to be absent".formatted(key),
                            "leave it out"));
        }
        boolean hasParent = fields.mapping().entry("parent").isPresent();
        boolean hasPkey = fields.mapping().entry("pkey").isPresent();
        boolean isChildByName = !hasParent
                && !hasPkey
                && (name.isTemplate() || IpoibInterface.childNamed(name.text()).isPresent());
        if (!(hasParent && hasPkey) && !isChildByName) {
            problems.error(
                    Code.KEY_MISSING,
                    absent.get().span(),
                    "which child is to be absent is not said: it takes both parent and pkey",
                    "write them, or name the child like ib0.8001; a port's own interface cannot be removed");
        }
    }

    /** The ports that {@code port} and {@code fabric} leave; a fabric is known by what the inventory calls it. */
    private List<String> ports(Fields fields) {
        Optional<Located<String>> port = fields.text("port");
        Optional<Located<String>> fabric = fields.text("fabric");
        if (fabric.isEmpty()) {
            return port.map(Located::value).stream().toList();
        }
        List<String> ports = fabrics.entrySet().stream()
                .filter(e -> e.getValue().equals(fabric.get().value()))
                .map(Map.Entry::getKey)
                .filter(p -> port.isEmpty() || port.get().value().equals(p))
                .sorted()
                .toList();
        if (ports.isEmpty() && isResolved) {
            problems.error(
                    Code.FABRIC_NAME,
                    fabric.get().span(),
                    "no port of this host is in a fabric \"%s\""
                            .formatted(fabric.get().value()),
                    fabrics.isEmpty()
                            ? "name the fabrics in the inventory: ibplay_fabrics: {mlx5_0/1: compute}"
                            : "ibplay_fabrics says " + fabrics);
        }
        return ports;
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
