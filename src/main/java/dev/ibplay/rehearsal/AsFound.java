package dev.ibplay.rehearsal;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import dev.ibplay.ib.SmInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Files of OpenSM that bring about what a fabric was found to be, whatever the files on its hosts say: those may have been
 * changed after their process had read them, and of subnet managers on other devices nothing can be read.
 */
final class AsFound {
    private final FabricFacts facts;

    AsFound(FabricFacts facts) {
        this.facts = facts;
    }

    /** partitions.conf: each port with the P_Keys of its table, and the IPoIB groups that there are. */
    String partitions() {
        Map<Integer, List<String>> members = new TreeMap<>();
        facts.groups()
                .forEach((base, group) ->
                        group.ifKnown().ifPresent(known -> members.computeIfAbsent(base, key -> new ArrayList<>())));
        new TreeMap<>(facts.pkeys())
                .forEach((port, keys) -> keys.ifKnown()
                        .ifPresent(known ->
                                known.forEach(key -> members.computeIfAbsent(key.base(), base -> new ArrayList<>())
                                        .add(member(port, key)))));
        var text = new StringBuilder();
        // A line of the file is at most 4094 bytes long, so each member has one to itself.
        members.forEach((base, ports) -> text.append(header(base))
                .append(" :\n    ")
                .append(String.join(",\n    ", ports))
                .append(" ;\n"));
        return text.toString();
    }

    private static String member(PortGuid port, PKey key) {
        return "0x%016x=%s".formatted(port.value(), key.isFullMember() ? "full" : "limited");
    }

    private String header(int base) {
        String name = base == PKey.DEFAULT.base() ? "Default" : "found%04x".formatted(base);
        Fact<McMemberRecord> group = facts.groups().getOrDefault(base, Fact.absent());
        return "%s=0x%04x%s"
                .formatted(name, base, group.ifKnown().map(AsFound::flags).orElse(""));
    }

    private static String flags(McMemberRecord group) {
        return ", ipoib"
                + group.mtu().map(Mtu::code).map(code -> ", mtu=" + code).orElse("")
                + group.rate().map(Rate::code).map(code -> ", rate=" + code).orElse("")
                + ", sl=" + group.parameters().serviceLevel();
    }

    /** opensm.conf: that of the host, which works with the priority that the port tells. */
    String conf(String text, PortGuid port) {
        return text + priority(port).map("\nsm_priority %d\n"::formatted).orElse("");
    }

    private Optional<Integer> priority(PortGuid port) {
        return facts.subnetManagers()
                .getOrDefault(port, Fact.absent())
                .ifKnown()
                .map(SmInfo::priority);
    }

    /** The ports with a subnet manager. */
    List<PortGuid> managers() {
        return facts.subnetManagers().entrySet().stream()
                .filter(each -> each.getValue().ifKnown().isPresent())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
