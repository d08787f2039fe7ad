package dev.ibplay.report;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.stream.Collectors;

/**
 * The changes of files in a run: one in which the same lines of the same file change is shown once, as on the first of its
 * hosts, whatever else the file holds there.
 */
final class RunChanges {
    /** Up to so many hosts are named at a change. */
    private static final int NAMES = 30;

    /** One change, with its diff on the first host. */
    private record Change(int number, String diff, SequencedSet<String> hosts) {}

    private final Map<String, Change> byLines = new LinkedHashMap<>();

    static RunChanges of(RecordedRun run) {
        var changes = new RunChanges();
        for (RecordedStep step : run.steps()) {
            for (Effect effect : step.planned().effects()) {
                String diff = diff(effect);
                if (!diff.isEmpty()) {
                    changes.byLines
                            .computeIfAbsent(
                                    lines(diff),
                                    lines -> new Change(changes.byLines.size() + 1, diff, new LinkedHashSet<>()))
                            .hosts()
                            .add(step.planned().host());
                }
            }
        }
        return changes;
    }

    /** The file's name, and what goes and comes. */
    private static String lines(String diff) {
        return diff.lines()
                .filter(line -> line.startsWith("+") || line.startsWith("-"))
                .collect(Collectors.joining("\n"));
    }

    private static String diff(Effect effect) {
        return effect instanceof Effect.FileEffect file
                ? FileDiff.of(
                        file.path(),
                        file.before().flatMap(FileState::text),
                        file.after().map(after -> after.text().orElse("")))
                : "";
    }

    /** The number under which an effect's change of a file is shown. */
    Optional<Integer> number(Effect effect) {
        return Optional.ofNullable(byLines.get(lines(diff(effect)))).map(Change::number);
    }

    /** All of them; empty text for none. */
    String html() {
        var out = new StringBuilder();
        for (Change change : byLines.values()) {
            List<String> first = change.hosts().stream().limit(NAMES).toList();
            int more = change.hosts().size() - first.size();
            String names = String.join(", ", first) + (more > 0 ? " and " + more + " more" : "");
            out.append("<h3 id=\"d-%d\">%d. %s: %s</h3>\n"
                    .formatted(
                            change.number(),
                            change.number(),
                            PageText.count(change.hosts().size(), "host"),
                            PageText.safe(names)));
            if (change.hosts().size() > 1) {
                out.append("<p class=\"soft\">The same lines change on each; shown as on %s.</p>\n"
                        .formatted(PageText.safe(change.hosts().getFirst())));
            }
            out.append(PageText.diff(change.diff()));
        }
        return out.toString();
    }
}
