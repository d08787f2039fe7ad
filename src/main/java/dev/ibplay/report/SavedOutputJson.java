package dev.ibplay.report;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.saved.Doubts;
import dev.ibplay.facts.saved.Reading;
import dev.ibplay.facts.saved.Said;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.LinkText;
import dev.ibplay.facts.tools.McMemberText;
import dev.ibplay.facts.tools.NodeInfoText;
import dev.ibplay.facts.tools.PKeyTableText;
import dev.ibplay.facts.tools.PartManText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.facts.tools.SmPortText;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What saved outputs of tools say, for programs. What is not known, or not to be believed, has no key. */
public final class SavedOutputJson {
    private SavedOutputJson() {}

    /** All files, each with the outputs in it. */
    public static String of(Map<String, List<Reading>> files) {
        List<Object> outputs = files.entrySet().stream()
                .flatMap(file -> file.getValue().stream().<Object>map(reading -> output(file.getKey(), reading)))
                .toList();
        return JsonText.of(Map.of("outputs", outputs));
    }

    private static Map<String, Object> output(String file, Reading reading) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("file", file);
        map.put("line", reading.excerpt().firstLine());
        map.put("tool", reading.excerpt().tool().command());
        switch (reading.said()) {
            case Fact.Known<Said> known -> map.putAll(said(known.value()));
            case Fact.Absent<Said> ignored -> {}
            case Fact.Unreadable<Said> unreadable -> map.put("unreadable", unreadable.because());
        }
        put(map, "incomplete", reading.incomplete());
        List<String> doubts = Doubts.of(reading);
        if (!doubts.isEmpty()) {
            map.put("warnings", doubts);
        }
        return map;
    }

    private static Map<String, Object> said(Said said) {
        return switch (said) {
            case Said.Adapters adapters ->
                Map.of(
                        "adapters",
                        adapters.adapters().adapters().stream()
                                .map(SavedOutputJson::adapter)
                                .toList());
            case Said.SubnetManagers managers ->
                Map.of(
                        "subnet_managers",
                        managers.managers().stream()
                                .map(SavedOutputJson::manager)
                                .toList());
            case Said.Port port -> Map.of("port", port(port.port()));
            case Said.Node node -> Map.of("node", node(node.node()));
            case Said.NodeDescription name -> Map.of("node_description", name.description());
            case Said.PKeyTable table -> Map.of("pkey_table", pKeyTable(table.table()));
            case Said.Groups groups ->
                Map.of(
                        "groups",
                        groups.groups().stream().map(SavedOutputJson::group).toList());
            case Said.SubnetManagerPorts ports ->
                Map.of(
                        "subnet_manager_ports",
                        ports.ports().stream().map(SavedOutputJson::managerPort).toList());
            case Said.PortStates states ->
                Map.of(
                        "port_states",
                        states.blocks().stream()
                                .map(block -> {
                                    Map<String, Object> map = port(block.port());
                                    map.put("when", block.moment().name().toLowerCase(Locale.ROOT));
                                    return map;
                                })
                                .toList());
            case Said.Links links ->
                Map.of(
                        "links",
                        links.links().stream().map(SavedOutputJson::link).toList());
            case Said.Fabric fabric -> SavedTopology.json(fabric.topology());
            case Said.WindowsPartitions partitions -> Map.of("windows_partitions", partitions(partitions.partitions()));
        };
    }

    private static Map<String, Object> adapter(AdapterText adapter) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", adapter.name());
        put(map, "type", adapter.type());
        put(map, "board", adapter.board());
        put(map, "firmware", adapter.firmware());
        put(map, "node_guid", adapter.nodeGuid().map(String::valueOf));
        map.put("ports", adapter.ports().stream().map(SavedOutputJson::port).toList());
        return map;
    }

    private static Map<String, Object> port(AdapterPortText port) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port", port.number());
        map.put("link_layer", port.linkLayer().toString());
        map.put("managed", port.linkLayer().isManaged());
        map.put("state", port.state().toString());
        put(map, "physical_state", port.physicalState().map(String::valueOf));
        put(map, "rate", port.rate());
        put(map, "lid", port.lid().map(Lid::value));
        put(map, "sm_lid", port.smLid().map(Lid::value));
        put(map, "capability_mask", port.capMask());
        put(map, "is_sm", port.isSm());
        put(map, "mtu_cap", port.maxMtu().map(Mtu::bytes));
        put(map, "neighbor_mtu", port.activeMtu().map(Mtu::bytes));
        put(map, "port_guid", port.portGuid().map(String::valueOf));
        return map;
    }

    private static Map<String, Object> manager(SmInfoText manager) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("lid", manager.lid().value());
        map.put("port_guid", manager.guid().toString());
        map.put("priority", manager.priority());
        put(map, "state", manager.state().map(SavedOutputText::state));
        map.put("activity", manager.activityCount());
        return map;
    }

    private static Map<String, Object> port(PortInfoText port) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "port", port.port());
        put(map, "lid", port.lid().filter(SavedOutputText::isAssigned).map(Lid::value));
        put(map, "sm_lid", port.smLid().filter(SavedOutputText::isAssigned).map(Lid::value));
        put(map, "state", port.linkState());
        put(map, "physical_state", port.physLinkState());
        put(map, "capability_mask", port.capMask());
        put(map, "is_sm", port.isSm());
        put(map, "width", port.linkWidthActive());
        put(map, "speed", port.linkSpeedActive());
        put(map, "mtu_cap", port.mtuCap().map(Mtu::bytes));
        put(map, "neighbor_mtu", port.linkMtu().map(Mtu::bytes));
        return map;
    }

    private static Map<String, Object> node(NodeInfoText node) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("type", node.nodeType());
        map.put("ports", node.ports());
        map.put("node_guid", node.nodeGuid().toString());
        map.put("port_guid", node.portGuid().toString());
        map.put("pkey_capacity", node.partitionCapacity());
        map.put("local_port", node.localPort());
        return map;
    }

    private static Map<String, Object> group(McMemberText group) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mgid", group.mgid());
        map.put("mlid", group.mlid().value());
        put(map, "pkey", group.pKey().map(String::valueOf));
        put(map, "mtu", group.groupMtu().map(Mtu::bytes));
        put(map, "rate_code", group.rateCode());
        put(map, "sl", group.serviceLevel());
        put(map, "port_gid", group.portGid());
        return map;
    }

    private static Map<String, Object> pKeyTable(PKeyTableText table) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("pkeys", table.keys().stream().map(String::valueOf).toList());
        map.put("capacity", table.capacity());
        return map;
    }

    private static Map<String, Object> managerPort(SmPortText port) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("lid", port.lid().value());
        map.put("port", port.port());
        map.put("sm_lid", port.smLid().value());
        map.put("disabled", port.disabled());
        return map;
    }

    private static Map<String, Object> link(LinkText link) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("from", end(link.from()));
        map.put("state", link.state().toString());
        map.put("physical_state", link.physicalState().toString());
        put(map, "width", link.width());
        put(map, "speed", link.speed());
        put(map, "to", link.peer().map(SavedOutputJson::end));
        put(map, "possible_width", link.possibleWidth());
        put(map, "possible_speed", link.possibleSpeed());
        return map;
    }

    private static Map<String, Object> end(LinkText.End end) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("node", end.node());
        put(map, "port_guid", end.guid().map(String::valueOf));
        map.put("lid", end.lid());
        map.put("port", end.port());
        return map;
    }

    private static Map<String, Object> partitions(PartManText text) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("done", text.done());
        map.put("ports", text.ports().stream().map(SavedOutputJson::partitions).toList());
        return map;
    }

    private static Map<String, Object> partitions(PartManText.Port port) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port_guid", port.guid().toString());
        map.put(
                "pkeys",
                port.partitions().stream().map(p -> p.pkey().toString()).toList());
        return map;
    }

    private static void put(Map<String, Object> map, String key, Optional<?> value) {
        value.ifPresent(v -> map.put(key, v));
    }
}
