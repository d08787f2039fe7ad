package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.journal.JournalEvent.FabricsSeen;
import dev.ibplay.journal.RecordedFabric;
import dev.ibplay.journal.RecordedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fabrics of a run's page, before and after; one picture where both are alike. */
final class RunFabricsPart {
    private static final Pattern HOVER = Pattern.compile("<title>[^<]*</title>");
    private static final int MANY = 300;

    /** Pictures of so many nodes stand side by side. */
    private static final int SMALL = 24;

    /** A fabric as it was seen before and after, or at one of these times only. */
    private record Seen(Optional<RecordedFabric> before, Optional<RecordedFabric> after) {}

    private RunFabricsPart() {}

    /** Empty text where the run has seen none. */
    static String of(RecordedRun run) {
        var out = new StringBuilder();
        int number = 0;
        for (Seen seen : pairs(run.fabrics(FabricsSeen.BEFORE), run.fabrics(FabricsSeen.AFTER))) {
            Optional<RecordedFabric> old = seen.before();
            Optional<RecordedFabric> now = seen.after();
            RecordedFabric any = now.or(() -> old).orElseThrow();
            out.append("<h3>Fabric %d, seen from %s</h3>\n".formatted(++number, safe(any.seenFrom())));
            out.append(managers(old, now));
            Optional<String> oldFigure = old.map(RunFabricsPart::figure);
            Optional<String> newFigure = now.map(RunFabricsPart::figure);
            if (oldFigure.isPresent() && oldFigure.equals(newFigure)) {
                picture(out, "Before and after the run, alike", oldFigure.get());
            } else {
                boolean isSmall = any.fabric().nodes().size() <= SMALL;
                out.append(isSmall ? "<div class=pair>\n" : "<div>\n");
                oldFigure.ifPresent(figure -> picture(
                        out,
                        "Before the run",
                        newFigure.map(f -> onlyOther(figure, f)).orElse(figure)));
                newFigure.ifPresent(figure -> picture(out, "After the run", figure));
                out.append("</div>\n");
            }
        }
        return out.toString();
    }

    /** Two looks at one fabric have nodes in common; their order is that of the ports that were asked from. */
    private static List<Seen> pairs(List<RecordedFabric> before, List<RecordedFabric> after) {
        List<RecordedFabric> rest = new ArrayList<>(after);
        List<Seen> pairs = new ArrayList<>();
        for (RecordedFabric old : before) {
            Optional<RecordedFabric> now = rest.stream()
                    .filter(one -> one.fabric().nodes().stream()
                            .anyMatch(node -> old.fabric().node(node.guid()).isPresent()))
                    .findFirst();
            now.ifPresent(rest::remove);
            pairs.add(new Seen(Optional.of(old), now));
        }
        rest.forEach(now -> pairs.add(new Seen(Optional.empty(), Optional.of(now))));
        return pairs;
    }

    /** A large fabric's picture is mostly what its parts say on hover: of the first one that is kept which says another thing. */
    private static String onlyOther(String figure, String later) {
        Set<String> said =
                HOVER.matcher(later).results().map(MatchResult::group).collect(Collectors.toSet());
        return said.size() <= MANY
                ? figure
                : HOVER.matcher(figure)
                        .replaceAll(
                                found -> said.contains(found.group()) ? "" : Matcher.quoteReplacement(found.group()));
    }

    private static void picture(StringBuilder out, String title, String figure) {
        out.append("<div class=\"fabric\">\n<h4>")
                .append(title)
                .append("</h4>\n")
                .append(figure)
                .append("</div>\n");
    }

    /** The activity count and such are no part of the picture: they differ whenever one looks. */
    private static String figure(RecordedFabric fabric) {
        return FabricPicture.figure(fabric.fabric(), fabric.subnetManagers());
    }

    private static String managers(Optional<RecordedFabric> before, Optional<RecordedFabric> after) {
        var guids = new TreeSet<PortGuid>();
        before.ifPresent(fabric -> guids.addAll(fabric.subnetManagers().keySet()));
        after.ifPresent(fabric -> guids.addAll(fabric.subnetManagers().keySet()));
        if (guids.isEmpty()) {
            return "";
        }
        var out = new StringBuilder("<table><tr><th>Subnet manager<th>Before<th>After</tr>\n");
        for (PortGuid guid : guids) {
            RecordedFabric named = after.filter(f -> f.fabric().port(guid).isPresent())
                    .or(() -> before)
                    .orElseThrow();
            out.append("<tr><td>%s<td>%s<td>%s</tr>\n"
                    .formatted(
                            safe(named.fabric().nameOf(guid)),
                            safe(before.map(fabric -> words(fabric, guid)).orElse("not looked at")),
                            safe(after.map(fabric -> words(fabric, guid)).orElse("not looked at"))));
        }
        return out.append("</table>\n").toString();
    }

    private static String words(RecordedFabric fabric, PortGuid guid) {
        Fact<SmInfo> info = fabric.subnetManagers().getOrDefault(guid, Fact.absent());
        return switch (info) {
            case Fact.Known<SmInfo> known ->
                "%s, priority %d".formatted(known.value().state(), known.value().priority());
            case Fact.Absent<SmInfo> ignored -> "none";
            case Fact.Unreadable<SmInfo> unreadable -> unreadable.because();
        };
    }
}
