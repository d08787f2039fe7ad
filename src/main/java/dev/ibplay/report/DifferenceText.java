package dev.ibplay.report;

import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Differences for people: by host and resource, one line for each attribute with all its levels. */
final class DifferenceText {
    private DifferenceText() {}

    static String of(List<Difference> differences) {
        var text = new StringBuilder();
        Map<String, List<Difference>> byHost = differences.stream()
                .collect(Collectors.groupingBy(Difference::host, LinkedHashMap::new, Collectors.toList()));
        byHost.forEach((host, ofHost) -> {
            text.append(host).append('\n');
            ofHost.stream()
                    .collect(Collectors.groupingBy(
                            d -> d.resource() + ": " + d.attribute(), LinkedHashMap::new, Collectors.toList()))
                    .forEach((what, levels) -> text.append("  ")
                            .append(what)
                            .append(' ')
                            .append(observed(levels))
                            .append(" -> ")
                            .append(desired(levels))
                            .append("   (")
                            .append(levels.getFirst().askedBy())
                            .append(")\n"));
        });
        return text.toString();
    }

    /** {@code file and fabric 5} where the levels agree, else {@code file 5, fabric 3}. */
    private static String observed(List<Difference> levels) {
        Map<String, String> byValue = new LinkedHashMap<>();
        levels.forEach(d -> byValue.merge(d.observed(), d.level().word(), (a, b) -> a + " and " + b));
        return byValue.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String desired(List<Difference> levels) {
        List<String> values =
                levels.stream().map(Difference::desired).distinct().toList();
        return values.size() == 1
                ? values.getFirst()
                : levels.stream()
                        .map(d -> (d.level() == Level.FILE ? "file " : d.level().word() + " ") + d.desired())
                        .collect(Collectors.joining(", "));
    }
}
