package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.LinkEnds;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.LinkRate;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A fabric as tables for people. */
public final class FabricText {
    private static final String INDENT = "  ";

    private final FabricNames names;
    private final FabricFacts facts;
    private final Fabric fabric;
    private final StringBuilder text = new StringBuilder();

    private FabricText(FabricNames names, FabricFacts facts) {
        this.names = names;
        this.facts = facts;
        this.fabric = facts.fabric();
    }

    /** One section for each fabric. */
    public static String of(FabricNames names) {
        var text = new StringBuilder();
        int number = 1;
        for (FabricFacts facts : names.fabrics()) {
            text.append(number == 1 ? "" : "\n").append(new FabricText(names, facts).section(number));
            number++;
        }
        Map<String, String> outside = names.outside();
        if (!outside.isEmpty()) {
            text.append("\nHosts in no fabric\n");
            outside.forEach((host, why) ->
                    text.append(INDENT).append(host).append(": ").append(why).append('\n'));
        }
        return text.toString();
    }

    private String section(int number) {
        text.append("Fabric %d: %s, %s, %s; looked at from %s %s\n"
                .formatted(
                        number,
                        count(nodes(NodeType.SWITCH), "switch", "switches"),
                        count(nodes(NodeType.CA), "adapter", "adapters"),
                        count(fabric.links().size(), "link", "links"),
                        facts.vantageHost(),
                        facts.vantage()));
        managers();
        groups();
        fabric.nodes().stream().filter(FabricNode::isSwitch).forEach(this::switchNode);
        adapters();
        remarks();
        return text.toString();
    }

    private int nodes(NodeType type) {
        return (int) fabric.nodes().stream().filter(node -> node.type() == type).count();
    }

    private static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private void part(String title, TextTable table) {
        String lines = table.toString();
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n').append(lines);
        }
    }

    private void managers() {
        var table = new TextTable(INDENT, List.of("STATE", "PRIORITY", "LID", "HOST", "PORT"));
        facts.subnetManagers().entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<PortGuid, Fact<SmInfo>> e) -> state(e.getValue()))
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .forEach(e -> table.add(List.of(
                        e.getValue()
                                .ifKnown()
                                .map(info -> info.state().toString())
                                .orElse("no answer"),
                        e.getValue()
                                .ifKnown()
                                .map(info -> Integer.toString(info.priority()))
                                .orElse("-"),
                        fabric.port(e.getKey())
                                .map(port -> port.info().lid().toString())
                                .orElse("-"),
                        names.hostOf(e.getKey()).orElse("-"),
                        fabric.nameOf(e.getKey()))));
        part("Subnet managers", table);
        if (facts.subnetManagers().isEmpty()) {
            text.append("\nNo port says that a subnet manager runs on it\n");
        }
    }

    /** What cannot be told goes last. */
    private static SmState state(Fact<SmInfo> info) {
        return info.ifKnown().map(SmInfo::state).orElse(SmState.NOT_ACTIVE);
    }

    private void groups() {
        var table = new TextTable(INDENT, List.of("P_KEY", "MTU", "RATE", "MLID", "MGID"));
        FabricGroups.of(facts)
                .forEach(group -> table.add(List.of(
                        group.pkey().toString(),
                        group.mtu().map(Mtu::toString).orElse("-"),
                        group.rate().map(Object::toString).orElse("-"),
                        "0x%04x".formatted(group.mlid().value()),
                        group.mgid().toString())));
        part("Multicast groups", table);
        facts.groups().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> {
            if (e.getValue() instanceof Fact.Unreadable<McMemberRecord> unreadable) {
                text.append("%s%s: not known: %s\n"
                        .formatted(INDENT, new PKey(e.getKey()).asFullMember(), unreadable.because()));
            }
        });
    }

    private void switchNode(FabricNode node) {
        List<FabricPort> ports = fabric.portsOf(node.guid());
        String lid = ports.stream()
                .filter(port -> port.ref().number() == 0)
                .map(port -> ", LID " + port.info().lid())
                .findFirst()
                .orElse("");
        var table = new TextTable(INDENT, List.of("PORT", "LINK", "MTU", "MTUCAP", "TO"));
        for (FabricPort port : ports) {
            fabric.peer(port.ref())
                    .ifPresent(peer -> table.add(List.of(
                            Integer.toString(port.ref().number()),
                            rate(port),
                            mtu(port.info().neighborMtu()),
                            mtu(port.info().mtuCap()) + "/"
                                    + mtu(fabric.port(peer)
                                            .flatMap(p -> p.info().mtuCap())),
                            fabric.port(peer).map(this::far).orElse(peer.toString()))));
        }
        text.append("\nSwitch \"%s\" %s%s: %d of %s in use\n"
                .formatted(
                        node.description(),
                        node.guid(),
                        lid,
                        fabric.portsOf(node.guid()).stream()
                                .filter(port -> fabric.peer(port.ref()).isPresent())
                                .count(),
                        count(node.ports(), "port", "ports")));
        text.append(table);
    }

    private String far(FabricPort port) {
        String host =
                port.guid().flatMap(names::hostOf).map(name -> name + ", ").orElse("");
        return host + fabric.nameOf(port);
    }

    private static String rate(FabricPort port) {
        return port.info().state() == PortState.DOWN
                ? "down"
                : port.info().linkRate().map(LinkRate::toString).orElse("-");
    }

    private static String mtu(Optional<Mtu> mtu) {
        return mtu.map(Mtu::toString).orElse("-");
    }

    private void adapters() {
        var table = new TextTable(
                INDENT, List.of("HOST", "PORT", "LID", "SMLID", "STATE", "LINK", "MTU", "MTUCAP", "P_KEYS"));
        fabric.ports().stream()
                .filter(port -> fabric.typeOf(port) != NodeType.SWITCH)
                .sorted(Comparator.comparing(
                                (FabricPort port) -> names.hostOrDash(port).equals("-"))
                        .thenComparing(names::hostOrDash)
                        .thenComparing(port -> fabric.nameOf(port)))
                .forEach(port -> table.add(List.of(
                        names.hostOrDash(port),
                        fabric.nameWithGuid(port),
                        port.info().lid().toString(),
                        port.info().smLid().toString(),
                        port.info().state().toString(),
                        rate(port),
                        mtu(port.info().neighborMtu()),
                        mtu(port.info().mtuCap()),
                        port.guid().map(this::pkeys).orElse("-"))));
        part("Ports of adapters", table);
    }

    private String pkeys(PortGuid guid) {
        return switch (facts.pkeys().getOrDefault(guid, new Fact.Absent<>())) {
            case Fact.Known<List<PKey>> known ->
                known.value().stream().map(PKey::toString).collect(Collectors.joining(" "));
            case Fact.Absent<List<PKey>> ignored -> "-";
            case Fact.Unreadable<List<PKey>> unreadable -> "not known: " + unreadable.because();
        };
    }

    private void remarks() {
        List<String> remarks = new ArrayList<>();
        for (LinkEnds link : fabric.linksBelowCapability()) {
            remarks.add("%s runs %s and could run %s%s"
                    .formatted(
                            name(link),
                            link.rate().map(LinkRate::toString).orElse("-"),
                            link.bestWidth()
                                    .map(width -> width.toString().toLowerCase(Locale.ROOT))
                                    .orElse(""),
                            link.bestSpeed().map(Object::toString).orElse("")));
        }
        fabric.links().stream()
                .flatMap(link -> fabric.ends(link).stream())
                .filter(LinkEnds::isMtuBelowCap)
                .forEach(link -> remarks.add("%s has MTU %s; both ends could carry %s"
                        .formatted(name(link), mtu(link.mtu()), mtu(link.mtuCap()))));
        for (Silent silent : fabric.silent()) {
            remarks.add("%s of %s: %s"
                    .formatted(
                            silent.attribute(),
                            silent.port().map(Object::toString).orElse("the port that asks"),
                            silent.because()));
        }
        names.unknown(fabric).forEach(port -> remarks.add("of no host of the inventory: " + fabric.nameWithGuid(port)));
        if (!fabric.isComplete()) {
            remarks.add("the search was ended at the far end's limits: there is more");
        }
        if (!remarks.isEmpty()) {
            text.append("\nRemarks\n");
            remarks.forEach(remark -> text.append(INDENT).append(remark).append('\n'));
        }
    }

    private String name(LinkEnds link) {
        return "the link %s - %s".formatted(fabric.nameOf(link.one()), fabric.nameOf(link.other()));
    }
}
