package dev.ibplay.lab;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.SimulatedHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The three levels of all hosts and fabrics of a lab, looked at without the product.
 *
 * @param files all below /etc, by host and path
 * @param running mode and MTU of each IPoIB interface, by host and name
 * @param fabric subnet managers with state and priority, groups with MTU and rate, P_Keys of the ports, by fabric
 */
public record LabLook(Map<String, String> files, Map<String, String> running, Map<String, String> fabric) {
    private static final MadTiming TIMING = new MadTiming(Duration.ofMillis(500), 3);

    public static LabLook at(LabHosts hosts) {
        Map<String, String> files = new TreeMap<>();
        Map<String, String> running = new TreeMap<>();
        for (SimulatedHost host : hosts.machines()) {
            look(host.machine().name(), host.machine().disk(), files, running);
        }
        Map<String, String> fabric = new TreeMap<>();
        for (int i = 0; i < hosts.fabrics().size(); i++) {
            look("fabric " + i, hosts.fabrics().get(i), fabric);
        }
        return new LabLook(files, running, fabric);
    }

    private static void look(String host, Disk disk, Map<String, String> files, Map<String, String> running) {
        try {
            for (String path : disk.exists("/etc") ? disk.files("/etc") : List.<String>of()) {
                files.put(
                        host + " " + path,
                        disk.tryToRead(path).map(Bytes::latin1).orElse("unreadable"));
            }
            List<String> links = disk.exists("/sys/class/net") ? disk.list("/sys/class/net") : List.of();
            for (String name : links) {
                String folder = "/sys/class/net/" + name;
                if (disk.exists(folder + "/mode")) {
                    running.put(host + " " + name, text(disk, folder + "/mode") + " " + text(disk, folder + "/mtu"));
                }
            }
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String text(Disk disk, String path) {
        return disk.tryToRead(path).map(content -> content.latin1().strip()).orElse("?");
    }

    private static void look(String name, SimulatedFabric fabric, Map<String, String> found) {
        Optional<PortRef> active = Optional.empty();
        for (PortRef port : fabric.endPorts()) {
            PortView view = fabric.view(port);
            if (view.state() == PortState.ACTIVE && view.smLid().value() != 0) {
                active = Optional.of(active.orElse(port));
                found.put(
                        name + " pkeys " + port,
                        view.pkeys().stream()
                                .map(PKey::toString)
                                .sorted()
                                .toList()
                                .toString());
            }
            if (view.runsSm()) {
                manager(fabric, port).ifPresent(info -> found.put(name + " sm " + port, info));
            }
        }
        active.ifPresent(port -> groups(fabric, port).forEach((mgid, group) -> found.put(name + " " + mgid, group)));
    }

    /** The port is asked by itself: the route of no hop. */
    private static Optional<String> manager(SimulatedFabric fabric, PortRef port) {
        var query = new Operation.SubnetQuery(
                new MadPort("lab", 1),
                new SmpAddress.ByRoute(List.of()),
                Attribute.SM_INFO.id(),
                0,
                MadKey.NONE,
                TIMING);
        return fabric.subnet(port, query) instanceof Outcome.AttributeRead read
                ? Optional.of(SmInfo.decode(read.data().toArray())).map(info -> info.state() + " " + info.priority())
                : Optional.empty();
    }

    private static Map<String, String> groups(SimulatedFabric fabric, PortRef port) {
        var query = new Operation.AdministrationQuery(
                new MadPort("lab", 1),
                Attribute.MC_MEMBER_RECORD.id(),
                0,
                Bytes.of(McMemberQuery.all().record()),
                MadKey.NONE,
                TIMING);
        Map<String, String> groups = new TreeMap<>();
        if (fabric.administration(port, query) instanceof Outcome.RecordsRead read) {
            for (Bytes record : read.records()) {
                McMemberRecord group = McMemberRecord.decode(record.toArray()).orElseThrow();
                groups.put(
                        "group " + group.mgid(),
                        "%s mtu %s rate %s"
                                .formatted(
                                        group.pkey(),
                                        group.mtu().map(Object::toString).orElse("?"),
                                        group.rate().map(Object::toString).orElse("?")));
            }
        }
        return groups;
    }

    /** Bytes of the group of the Default partition of a lab's only fabric; 0 where nobody tells. */
    public int defaultGroup() {
        return fabric.entrySet().stream()
                .filter(e -> e.getKey().contains(" group ") && e.getValue().startsWith("0xffff "))
                .map(e -> e.getValue().replaceFirst(".* mtu (\\d+) .*", "$1"))
                .filter(text -> text.matches("\\d+"))
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(0);
    }

    /** What is not as another look found it: {@code PLACE: here, there}. */
    public List<String> unlike(LabLook other) {
        List<String> lines = new ArrayList<>();
        unlike(files, other.files, lines);
        unlike(running, other.running, lines);
        unlike(fabric, other.fabric, lines);
        return lines;
    }

    private static void unlike(Map<String, String> here, Map<String, String> there, List<String> lines) {
        Set<String> places = new TreeSet<>(here.keySet());
        places.addAll(there.keySet());
        for (String place : places) {
            String one = here.getOrDefault(place, "absent");
            String other = there.getOrDefault(place, "absent");
            if (!one.equals(other)) {
                lines.add("%s: %s, %s".formatted(place, one, other));
            }
        }
    }
}
