package dev.ibplay.report;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.facts.HostDescription.PortDescription;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.journal.HostRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What is known of hosts, for programs. What is absent has no key; of what could not be read, {@code KEY_unreadable} says why. */
public final class HostFactsJson {
    private HostFactsJson() {}

    /** All hosts that were asked, with what could be read of them. */
    public static String of(List<HostRecord> records, List<HostDescription> read, int exitCode) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("command", "facts");
        document.put("exit_code", exitCode);
        document.put("hosts", records.stream().map(record -> host(record, read)).toList());
        return JsonText.of(document);
    }

    private static Map<String, Object> host(HostRecord record, List<HostDescription> read) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", record.host());
        map.put("status", record.status().word());
        map.put("messages", record.messages());
        read.stream()
                .filter(host -> host.facts().host().equals(record.host()))
                .findFirst()
                .ifPresent(host -> {
                    map.put("system", EsxiFactsJson.system(host.facts().system()));
                    map.put(
                            "ports",
                            host.ports().stream().map(HostFactsJson::port).toList());
                    map.put(
                            "interfaces",
                            host.facts().interfaces().stream()
                                    .map(ipoib -> ipoib(host.facts(), ipoib))
                                    .toList());
                    put(map, "opensm", host.facts().opensm(), HostFactsJson::opensm);
                    put(map, "mlnxos", host.facts().mlnxos().map(SwitchFactsJson::of));
                    put(map, "esxi", host.facts().esxi().map(EsxiFactsJson::of));
                    put(
                            map,
                            "windows",
                            host.facts()
                                    .windows()
                                    .map(windows ->
                                            WindowsFactsJson.of(host.facts().system(), windows)));
                });
        return map;
    }

    private static Map<String, Object> port(PortDescription description) {
        AdapterPort port = description.port();
        AdapterAttributes adapter = port.adapter();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("adapter", port.port().adapter());
        put(map, "type", adapter.type());
        put(map, "board", adapter.board());
        put(map, "firmware", adapter.firmware());
        put(map, "node_guid", adapter.nodeGuid().map(Objects::toString));
        map.put("port", port.port().port());
        map.put("link_layer", port.attributes().linkLayer().toString());
        map.put("managed", port.infiniband());
        put(map, "not_managed_because", port.attributes().linkLayer().refusal());
        put(map, "state", port.attributes().state().map(Objects::toString));
        put(map, "physical_state", port.attributes().physicalState().map(Objects::toString));
        put(map, "rate", port.attributes().rate());
        put(map, "lid", port.attributes().lid().map(Lid::value));
        put(map, "sm_lid", port.attributes().smLid().map(Lid::value));
        put(map, "port_guid", port.guid().filter(guid -> port.infiniband()).map(Objects::toString));
        map.put("queryable", port.queryable());
        put(map, "mtu", description.mtu(), HostFactsJson::mtu);
        put(map, "subnet_manager", description.subnetManager(), HostFactsJson::manager);
        return map;
    }

    private static Map<String, Object> mtu(PortMtu mtu) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, "cap", mtu.cap().map(Mtu::bytes));
        put(map, "neighbor", mtu.link().map(Mtu::bytes));
        map.put("by", mtu.by());
        return map;
    }

    private static Map<String, Object> manager(SmInfo manager) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("state", HostFactsText.state(manager));
        map.put("priority", manager.priority());
        map.put("activity", manager.activityCount());
        return map;
    }

    private static Map<String, Object> ipoib(HostFacts facts, IpoibObserved ipoib) {
        Optional<IpoibLink> link = facts.network().links().link(ipoib.name());
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", ipoib.name());
        put(map, "port", link.flatMap(IpoibLink::port).map(MadPort::toString));
        put(map, "pkey", ipoib.pkey(), Objects::toString);
        put(map, "mode", ipoib.mode(), IpoibMode::word);
        put(map, "mtu", ipoib.mtu(), mtu -> mtu);
        map.put("carrier", ipoib.carrier());
        put(map, "parent", link.flatMap(IpoibLink::parent));
        put(map, "owner", facts.network().owner(ipoib.name()).map(InterfaceOwner::describe));
        put(
                map,
                "addresses",
                link.map(IpoibLink::addresses).orElse(Fact.absent()),
                addresses -> addresses.stream().map(Objects::toString).toList());
        return map;
    }

    private static Map<String, Object> opensm(OpensmObserved opensm) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("launcher", opensm.launcher().kind().name().toLowerCase(Locale.ROOT));
        put(map, "unit", opensm.launcher().unit().or(() -> opensm.launcher().script()));
        put(map, "enabled", opensm.launcher().enabled(), enabled -> enabled);
        put(map, "version", opensm.version(), version -> version);
        map.put(
                "instances",
                opensm.instances().stream().map(HostFactsJson::instance).toList());
        map.put("notes", opensm.doubts());
        return map;
    }

    private static Map<String, Object> instance(OpensmInstance instance) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("conf", instance.conf().path());
        put(map, "priority", instance.filePriority(), priority -> priority);
        put(map, "port_guid", instance.port().map(Objects::toString));
        put(map, "unit", instance.unit());
        put(map, "pid", instance.process().map(OpensmProcess::pid));
        put(map, "started_with_priority", instance.process().flatMap(OpensmProcess::startPriority));
        return map;
    }

    static void put(Map<String, Object> map, String key, Optional<?> value) {
        value.ifPresent(v -> map.put(key, v));
    }

    static <T> void put(Map<String, Object> map, String key, Fact<T> fact, Function<? super T, Object> shown) {
        switch (fact) {
            case Fact.Known<T> known -> map.put(key, shown.apply(known.value()));
            case Fact.Absent<T> ignored -> {}
            case Fact.Unreadable<T> unreadable -> map.put(key + "_unreadable", unreadable.because());
        }
    }
}
