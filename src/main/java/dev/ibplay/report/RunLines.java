package dev.ibplay.report;

import dev.ibplay.journal.RecordedDifference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Recorded differences by host, one line for each attribute with all its levels, as check shows them. */
record RunLines(Map<String, List<Line>> byHost) {
    /** An attribute of something on a host: what holds at which level, and what is wanted. */
    record Line(String host, String resource, String attribute, String observed, String desired, String askedBy) {
        Key key() {
            return new Key(host, resource, attribute);
        }
    }

    /** What a line is about. */
    record Key(String host, String resource, String attribute) {}

    static RunLines of(List<RecordedDifference> differences) {
        Map<Key, List<RecordedDifference>> byKey = differences.stream()
                .collect(Collectors.groupingBy(
                        d -> new Key(d.host(), d.resource(), d.attribute()), LinkedHashMap::new, Collectors.toList()));
        Map<String, List<Line>> byHost = new LinkedHashMap<>();
        byKey.forEach((key, levels) ->
                byHost.computeIfAbsent(key.host(), host -> new ArrayList<>()).add(line(key, levels)));
        return new RunLines(byHost);
    }

    List<Line> of(String host) {
        return byHost.getOrDefault(host, List.of());
    }

    Set<Key> keys() {
        return byHost.values().stream()
                .flatMap(List::stream)
                .map(Line::key)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** {@code running and file 2044} where the levels agree, else {@code file 5, fabric 3}. */
    private static Line line(Key key, List<RecordedDifference> levels) {
        Map<String, String> observed = new LinkedHashMap<>();
        Map<String, String> desired = new LinkedHashMap<>();
        for (RecordedDifference level : levels) {
            observed.merge(level.observed(), level.level(), (one, other) -> one + " and " + other);
            desired.merge(level.desired(), level.level(), (one, other) -> one + " and " + other);
        }
        return new Line(
                key.host(),
                key.resource(),
                key.attribute(),
                words(observed),
                desired.size() == 1 ? desired.keySet().iterator().next() : words(desired),
                levels.getFirst().askedBy());
    }

    private static String words(Map<String, String> levelsByValue) {
        return levelsByValue.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }
}
