package dev.ibplay.report;

import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a host runs, and what only an ESXi host has, for programs; written as {@link HostFactsJson} writes. */
final class EsxiFactsJson {
    private EsxiFactsJson() {}

    /** Nothing depends on the version of a Linux host, so it is not told. */
    static Map<String, Object> system(HostSystem system) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", system.kind().word());
        map.put("name", system.name());
        if (system.kind() != HostSystem.Kind.LINUX) {
            HostFactsJson.put(map, "version", system.version(), SystemVersion::toString);
        }
        return map;
    }

    static Map<String, Object> of(EsxiObserved esxi) {
        Map<String, Object> map = new LinkedHashMap<>();
        HostFactsJson.put(
                map,
                "vswitches",
                esxi.switches(),
                all -> all.stream().map(EsxiFactsJson::virtualSwitch).toList());
        HostFactsJson.put(
                map,
                "vmkernels",
                esxi.vmkernels(),
                all -> all.stream().map(EsxiFactsJson::vmkernel).toList());
        HostFactsJson.put(
                map,
                "uplinks",
                esxi.uplinks(),
                all -> all.stream().map(EsxiFactsJson::uplink).toList());
        HostFactsJson.put(map, "scratch", esxi.scratch(), path -> path);
        HostFactsJson.put(map, "scratch_persistent", esxi.keepsScratch(), kept -> kept);
        map.put("notes", esxi.doubts());
        return map;
    }

    private static Map<String, Object> virtualSwitch(VirtualSwitchObserved of) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", of.name());
        map.put("distributed", of.distributed());
        HostFactsJson.put(map, "mtu", of.mtu(), mtu -> mtu);
        map.put("uplinks", of.uplinks());
        map.put("port_groups", of.portGroups());
        return map;
    }

    private static Map<String, Object> vmkernel(VmkernelObserved of) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", of.name());
        HostFactsJson.put(map, "vswitch", of.virtualSwitch());
        HostFactsJson.put(map, "port_group", of.portGroup());
        HostFactsJson.put(map, "mtu", of.mtu(), mtu -> mtu);
        map.put("enabled", of.enabled());
        HostFactsJson.put(map, "addresses", of.addresses(), EsxiFactsJson::words);
        return map;
    }

    private static List<String> words(List<?> values) {
        return values.stream().map(Objects::toString).toList();
    }

    private static Map<String, Object> uplink(UplinkObserved of) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", of.name());
        map.put("driver", of.driver());
        map.put("description", of.description());
        map.put("up", of.up());
        map.put("infiniband", of.infiniband());
        HostFactsJson.put(map, "mtu", of.mtu(), mtu -> mtu);
        return map;
    }
}
