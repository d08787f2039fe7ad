package dev.ibplay.inventory;

import dev.ibplay.source.Node;
import java.util.Map;

/** Variables of groups and hosts that come from one kind of place: the inventory itself, or the folders beside something. */
record VariableLayer(Map<String, Map<String, Node>> groups, Map<String, Map<String, Node>> hosts) {
    static final VariableLayer EMPTY = new VariableLayer(Map.of(), Map.of());

    Map<String, Node> ofGroup(String group) {
        return groups.getOrDefault(group, Map.of());
    }

    Map<String, Node> ofHost(String host) {
        return hosts.getOrDefault(host, Map.of());
    }
}
