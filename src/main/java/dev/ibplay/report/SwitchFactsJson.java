package dev.ibplay.report;

import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.SwitchPortObserved;
import dev.ibplay.facts.SwitchSmObserved;
import dev.ibplay.ib.Mtu;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a managed switch has, for programs; written as {@link HostFactsJson} writes. */
final class SwitchFactsJson {
    private SwitchFactsJson() {}

    static Map<String, Object> of(MlnxosObserved its) {
        Map<String, Object> map = new LinkedHashMap<>();
        HostFactsJson.put(map, "infiniband", its.infiniband(), does -> does);
        HostFactsJson.put(map, "not_managed_because", its.refusal());
        HostFactsJson.put(map, "node", its.node(), name -> name);
        map.put("subnet_manager", manager(its.sm()));
        HostFactsJson.put(
                map,
                "partitions",
                its.partitions(),
                all -> all.stream().map(SwitchFactsJson::partition).toList());
        HostFactsJson.put(
                map,
                "switch_ports",
                its.ports(),
                all -> all.stream().map(SwitchFactsJson::port).toList());
        HostFactsJson.put(map, "unsaved", its.unsaved(), List::copyOf);
        map.put("notes", its.sm().doubts());
        return map;
    }

    private static Map<String, Object> manager(SwitchSmObserved sm) {
        Map<String, Object> map = new LinkedHashMap<>();
        HostFactsJson.put(map, "enabled", sm.enabled(), enabled -> enabled);
        HostFactsJson.put(map, "node_enabled", sm.nodeEnabled(), enabled -> enabled);
        HostFactsJson.put(map, "running", sm.running(), running -> running);
        HostFactsJson.put(map, "licensed", sm.licensed(), licensed -> licensed);
        HostFactsJson.put(map, "priority", sm.priority(), priority -> priority);
        HostFactsJson.put(map, "ha_role", sm.haRole(), role -> role);
        HostFactsJson.put(map, "version", sm.version(), version -> version);
        return map;
    }

    private static Map<String, Object> partition(SwitchPartitionObserved of) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", of.name());
        HostFactsJson.put(map, "pkey", of.pkey(), Objects::toString);
        HostFactsJson.put(map, "mtu", of.mtu(), Mtu::bytes);
        HostFactsJson.put(map, "ipoib", of.ipoib(), ipoib -> ipoib);
        HostFactsJson.put(
                map,
                "members",
                of.members(),
                all -> all.stream().map(SwitchFactsText::member).toList());
        return map;
    }

    private static Map<String, Object> port(SwitchPortObserved of) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", of.name());
        HostFactsJson.put(map, "state", of.state(), Objects::toString);
        HostFactsJson.put(map, "physical_state", of.physicalState(), Objects::toString);
        HostFactsJson.put(map, "mtu", of.mtu(), Mtu::bytes);
        HostFactsJson.put(map, "mtu_cap", of.cap(), Mtu::bytes);
        return map;
    }
}
