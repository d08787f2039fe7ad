package dev.ibplay.report;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.McMemberRecord;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The multicast groups of a fabric that are known, each once. */
final class FabricGroups {
    private FabricGroups() {}

    static List<McMemberRecord> of(FabricFacts facts) {
        Map<Gid, McMemberRecord> groups = new LinkedHashMap<>();
        Stream.concat(
                        facts.groups().values().stream().flatMap(group -> group.ifKnown().stream()),
                        Stream.of(facts.multicast().groups(), facts.multicast().memberships())
                                .flatMap(records -> records.ifKnown().orElse(List.of()).stream()))
                .forEach(group -> groups.putIfAbsent(group.mgid(), group));
        return groups.values().stream()
                .sorted(Comparator.comparingInt(
                                (McMemberRecord group) -> group.pkey().base())
                        .thenComparing(group -> group.mgid().toString()))
                .toList();
    }
}
