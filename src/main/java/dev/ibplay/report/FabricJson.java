package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.LinkEnds;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.SmInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Fabrics as one JSON document, for programs. What is not known is left out. */
public final class FabricJson {
    private final FabricNames names;
    private final FabricFacts facts;
    private final Fabric fabric;

    private FabricJson(FabricNames names, FabricFacts facts) {
        this.names = names;
        this.facts = facts;
        this.fabric = facts.fabric();
    }

    /** The fabrics, and the hosts that lie in none of them with the reason. */
    public static Map<String, Object> of(FabricNames names) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(
                "fabrics",
                names.fabrics().stream()
                        .map(facts -> new FabricJson(names, facts).fabric())
                        .toList());
        document.put("hosts_outside", names.outside());
        return document;
    }

    private Map<String, Object> fabric() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("vantage", facts.vantageHost() + " " + facts.vantage());
        map.put("complete", fabric.isComplete());
        map.put(
                "subnet_managers",
                facts.subnetManagers().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> manager(e.getKey(), e.getValue()))
                        .toList());
        map.put("groups", FabricGroups.of(facts).stream().map(FabricJson::group).toList());
        map.put("nodes", fabric.nodes().stream().map(this::node).toList());
        map.put(
                "links",
                fabric.links().stream()
                        .flatMap(link -> fabric.ends(link).stream())
                        .map(FabricJson::link)
                        .toList());
        map.put("unanswered", fabric.silent().stream().map(FabricJson::silent).toList());
        map.put("hosts", names.hostsIn(fabric));
        map.put(
                "unknown_ports",
                names.unknown(fabric).stream()
                        .flatMap(port -> port.guid().stream())
                        .map(PortGuid::toString)
                        .toList());
        return map;
    }

    private Map<String, Object> manager(PortGuid guid, Fact<SmInfo> info) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port_guid", guid.toString());
        names.hostOf(guid).ifPresent(host -> map.put("host", host));
        fabric.port(guid).ifPresent(port -> map.put("lid", port.info().lid().value()));
        switch (info) {
            case Fact.Known<SmInfo> known -> {
                map.put("state", known.value().state().toString());
                map.put("priority", known.value().priority());
                map.put("activity_count", known.value().activityCount());
            }
            case Fact.Absent<SmInfo> ignored -> map.put("unreadable", "no answer");
            case Fact.Unreadable<SmInfo> unreadable -> map.put("unreadable", unreadable.because());
        }
        return map;
    }

    private static Map<String, Object> group(McMemberRecord group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mgid", group.mgid().toString());
        map.put("pkey", group.pkey().toString());
        map.put("mlid", group.mlid().value());
        mtu(map, "mtu", group.mtu());
        group.rate().ifPresent(rate -> map.put("rate", rate.gigabitsPerSecond()));
        return map;
    }

    private Map<String, Object> node(FabricNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("guid", node.guid().toString());
        map.put("type", node.type().toString());
        map.put("description", node.description());
        map.put("ports", fabric.portsOf(node.guid()).stream().map(this::port).toList());
        return map;
    }

    private Map<String, Object> port(FabricPort port) {
        PortInfo info = port.info();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port", port.ref().number());
        port.guid().ifPresent(guid -> map.put("guid", guid.toString()));
        port.guid().flatMap(names::hostOf).ifPresent(host -> map.put("host", host));
        map.put("state", info.state().toString());
        map.put("physical_state", info.physicalState().toString());
        map.put("lid", info.lid().value());
        map.put("sm_lid", info.smLid().value());
        map.put("is_sm", info.isSm());
        mtu(map, "mtu_cap", info.mtuCap());
        mtu(map, "neighbor_mtu", info.neighborMtu());
        info.width().active().ifPresent(width -> map.put("width", width.toString()));
        info.speed().active().ifPresent(speed -> map.put("speed", speed.toString()));
        port.guid()
                .map(guid -> facts.pkeys().getOrDefault(guid, new Fact.Absent<>()))
                .flatMap(Fact::ifKnown)
                .ifPresent(keys ->
                        map.put("pkeys", keys.stream().map(PKey::toString).toList()));
        return map;
    }

    private static Map<String, Object> link(LinkEnds link) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("one", end(link.one().ref()));
        map.put("other", end(link.other().ref()));
        link.rate().ifPresent(rate -> map.put("rate", rate.toString()));
        mtu(map, "mtu", link.mtu());
        mtu(map, "mtu_cap", link.mtuCap());
        map.put("below_capability", link.isBelowCapability());
        return map;
    }

    private static Map<String, Object> end(PortRef ref) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("node", ref.node().toString());
        map.put("port", ref.number());
        return map;
    }

    private static Map<String, Object> silent(Silent silent) {
        Map<String, Object> map = new LinkedHashMap<>();
        silent.port().ifPresent(ref -> map.put("port", end(ref)));
        map.put("route", silent.route());
        map.put("attribute", silent.attribute().toString());
        map.put("because", silent.because());
        return map;
    }

    private static void mtu(Map<String, Object> map, String key, Optional<Mtu> mtu) {
        mtu.ifPresent(value -> map.put(key, value.bytes()));
    }
}
