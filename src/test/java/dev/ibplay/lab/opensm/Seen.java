package dev.ibplay.lab.opensm;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricBuilder;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What port queries show of a world, in words that can be compared.
 *
 * @param ports by node and number: LinkState, LID, SMLid, NeighborMTU
 * @param pkeys by node: the entry at index 0, and all
 * @param managers by node: state and priority of each subnet manager that answers
 * @param groups that H4's port is told of; a single "no answer" without a subnet administration
 */
record Seen(Map<String, String> ports, Map<String, String> pkeys, Map<String, String> managers, Set<String> groups) {
    private static final MadPort PORT = new MadPort("ibsim0", 1);
    private static final MadTiming TIMING = new MadTiming(Duration.ofMillis(500), 1);

    static Seen of(World world) {
        Outcome outcome = world.ask(new Operation.DiscoverFabric(PORT, MadKey.NONE, TIMING, 4, true));
        if (!(outcome instanceof Outcome.FabricDiscovered discovered)) {
            throw new AssertionError(outcome);
        }
        FabricBuilder builder = new FabricBuilder();
        for (Outcome.Finding finding : discovered.findings()) {
            data(finding)
                    .ifPresent(data -> builder.answered(
                            finding.route().ports(), finding.attributeId(), finding.attributeModifier(), data));
        }
        Fabric fabric = builder.build(true);
        Map<String, String> ports = new TreeMap<>();
        fabric.ports().forEach(port -> ports.put(name(fabric, port), words(port)));
        return new Seen(
                ports,
                details(builder, fabric, discovered, Attribute.P_KEY_TABLE),
                details(builder, fabric, discovered, Attribute.SM_INFO),
                groups(world));
    }

    private static Optional<byte[]> data(Outcome.Finding finding) {
        return finding.answer() instanceof Outcome.AttributeRead read
                ? Optional.of(read.data().toArray())
                : Optional.empty();
    }

    private static String name(Fabric fabric, FabricPort port) {
        return fabric.node(port.ref().node()).orElseThrow().description() + "/"
                + port.ref().number();
    }

    /** ibsim keeps the NeighborMTU of a switch's own port as it is; what a port that is down says of its MTU means nothing. */
    private static String words(FabricPort port) {
        var info = port.info();
        boolean tellsMtu = port.ref().number() > 0 && info.state() == PortState.ACTIVE;
        String mtu =
                tellsMtu ? " mtu " + info.neighborMtu().map(Object::toString).orElse("?") : "";
        return "%s lid %s sm %s%s".formatted(info.state(), info.lid(), info.smLid(), mtu);
    }

    private static Map<String, String> details(
            FabricBuilder builder, Fabric fabric, Outcome.FabricDiscovered discovered, Attribute attribute) {
        Map<String, String> found = new TreeMap<>();
        for (Outcome.Finding finding : discovered.findings()) {
            if (finding.attributeId() == attribute.id() && finding.attributeModifier() == 0) {
                FabricPort port = builder.port(finding.route().ports(), 0)
                        .flatMap(fabric::port)
                        .orElseThrow();
                data(finding).ifPresent(data -> found.put(name(fabric, port), words(attribute, data)));
            }
        }
        return found;
    }

    private static String words(Attribute attribute, byte[] data) {
        if (attribute == Attribute.SM_INFO) {
            SmInfo info = SmInfo.decode(data);
            return info.state() + " " + info.priority();
        }
        var keys = PKeyTable.decodeBlock(data);
        return "0: %02x%02x, all %s".formatted(data[0], data[1], new TreeSet<>(keys));
    }

    private static Set<String> groups(World world) {
        Outcome outcome = world.ask(new Operation.AdministrationQuery(
                PORT,
                Attribute.MC_MEMBER_RECORD.id(),
                0,
                Bytes.of(McMemberQuery.all().record()),
                MadKey.NONE,
                TIMING));
        if (!(outcome instanceof Outcome.RecordsRead read)) {
            return Set.of("no answer");
        }
        Set<String> groups = new TreeSet<>();
        for (Bytes record : read.records()) {
            groups.add(words(McMemberRecord.decode(record.toArray()).orElseThrow()));
        }
        return groups;
    }

    private static String words(McMemberRecord group) {
        return "%s pkey %s mtu %s rate %s qkey %x life %d sl %d scope %d"
                .formatted(
                        group.mgid(),
                        group.pkey(),
                        group.mtu().map(Object::toString).orElse("?"),
                        group.rate().map(Object::toString).orElse("?"),
                        group.qKey(),
                        group.parameters().packetLife(),
                        group.parameters().serviceLevel(),
                        group.scope());
    }

    /** Lines that differ. */
    List<String> differences(Seen other) {
        List<String> lines = new ArrayList<>();
        compare("port", ports, other.ports, lines);
        compare("pkeys", pkeys, other.pkeys, lines);
        compare("sm", managers, other.managers, lines);
        if (!groups.equals(other.groups)) {
            lines.add("groups: " + groups + " / " + other.groups);
        }
        return lines;
    }

    private static void compare(String what, Map<String, String> one, Map<String, String> other, List<String> lines) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        for (String name : names) {
            String here = one.getOrDefault(name, "-");
            String there = other.getOrDefault(name, "-");
            if (!here.equals(there)) {
                lines.add("%s %s: %s / %s".formatted(what, name, here, there));
            }
        }
    }
}
