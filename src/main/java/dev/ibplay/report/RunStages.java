package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedPlay;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Phases and stages of a run's page: when they were, whose turn it was, and how their steps ended. */
final class RunStages {
    private static final int NAMES = 20;

    /** A batch, and when it was. */
    private record Batch(JournalEvent.BatchBegan begun, Instant began, Optional<Instant> ended, List<String> failed) {
        boolean isEndedBy(JournalEvent.BatchEnded end) {
            return ended.isEmpty() && begun.play().equals(end.play()) && begun.number() == end.number();
        }

        Batch ended(Instant at, List<String> hosts) {
            return new Batch(begun, began, Optional.of(at), hosts);
        }
    }

    private RunStages() {}

    /** When each phase began and how long it was until the next. */
    static String phases(RecordedRun run) {
        List<RecordedEvent> phases = run.events().stream()
                .filter(recorded -> recorded.event() instanceof JournalEvent.PhaseBegan)
                .toList();
        Optional<Instant> zero = run.beganAt();
        Optional<Instant> last = run.lastAt();
        if (phases.isEmpty() || zero.isEmpty() || last.isEmpty()) {
            return "";
        }
        var out = new StringBuilder("<table><tr><th>Phase<th class=n>Hosts<th class=n>Began<th class=n>Took</tr>\n");
        for (int i = 0; i < phases.size(); i++) {
            Instant began = phases.get(i).at();
            // To verify is to gather again.
            boolean isHead = phases.get(i).event() instanceof JournalEvent.PhaseBegan head
                    && head.phase().equals("verify");
            int behind = isHead && i + 1 < phases.size() ? i + 2 : i + 1;
            Instant next = behind < phases.size() ? phases.get(behind).at() : last.get();
            boolean isTail = i > 0
                    && phases.get(i - 1).event() instanceof JournalEvent.PhaseBegan before
                    && before.phase().equals("verify");
            if (!isTail && phases.get(i).event() instanceof JournalEvent.PhaseBegan phase) {
                out.append("<tr><td>%s<td class=n>%d<td class=n>+%s<td class=n>%s</tr>\n"
                        .formatted(
                                safe(phase.phase()),
                                phase.hosts(),
                                PageText.time(Duration.between(zero.get(), began)),
                                PageText.time(Duration.between(began, next))));
            }
        }
        return out.append("</table>\n").toString();
    }

    /** Each batch that began, where any play has several of them. */
    static String batches(RecordedRun run) {
        List<Batch> batches = new ArrayList<>();
        for (RecordedEvent recorded : run.events()) {
            if (recorded.event() instanceof JournalEvent.BatchBegan begun) {
                batches.add(new Batch(begun, recorded.at(), Optional.empty(), List.of()));
            } else if (recorded.event() instanceof JournalEvent.BatchEnded ended) {
                // Not simply the last one: shards are at work at the same time.
                IntStream.iterate(batches.size() - 1, i -> i >= 0, i -> i - 1)
                        .filter(i -> batches.get(i).isEndedBy(ended))
                        .findFirst()
                        .ifPresent(i -> batches.set(i, batches.get(i).ended(recorded.at(), ended.failed())));
            }
        }
        if (batches.stream().allMatch(batch -> batch.begun().of() == 1)) {
            return "";
        }
        var out = new StringBuilder("<table><tr><th>Batch<th>Hosts<th>Failed<th class=n>Began<th class=n>Took</tr>\n");
        for (Batch batch : batches) {
            out.append("<tr><td>%d of %d of %s<td>%d: %s<td class=%s>%s<td class=n>%s<td class=n>%s</tr>\n"
                    .formatted(
                            batch.begun().number(),
                            batch.begun().of(),
                            safe(batch.begun().play()),
                            batch.begun().hosts().size(),
                            safe(FoldedNames.of(batch.begun().hosts(), NAMES)),
                            batch.failed().isEmpty() ? "good" : "bad",
                            safe(
                                    batch.failed().isEmpty()
                                            ? batch.ended().isEmpty() ? "not known" : "none"
                                            : FoldedNames.of(batch.failed(), NAMES)),
                            run.beganAt()
                                    .map(zero -> "+" + PageText.time(Duration.between(zero, batch.began())))
                                    .orElse(""),
                            batch.ended()
                                    .map(end -> PageText.time(Duration.between(batch.began(), end)))
                                    .orElse("")));
        }
        return out.append("</table>\n").toString();
    }

    /** The steps of the plan that follow each other and belong to one play, or to the fabric. */
    static String stages(RecordedRun run) {
        List<List<RecordedStep>> stages = new ArrayList<>();
        for (RecordedStep step : run.steps()) {
            boolean isSame = !stages.isEmpty()
                    && stages.getLast()
                            .getFirst()
                            .planned()
                            .play()
                            .equals(step.planned().play());
            if (!isSame) {
                stages.add(new ArrayList<>());
            }
            stages.getLast().add(step);
        }
        if (stages.isEmpty()) {
            return "";
        }
        List<RecordedPlay> plays = run.plays().map(JournalEvent.Plays::plays).orElse(List.of());
        var out = new StringBuilder("<table><tr><th>Stage<th>Batches<th class=n>Hosts<th>Steps<th class=n>Took</tr>\n");
        int number = 0;
        for (List<RecordedStep> stage : stages) {
            OptionalInt index = stage.getFirst().planned().play();
            Optional<RecordedPlay> play = index.isPresent() && index.getAsInt() < plays.size()
                    ? Optional.of(plays.get(index.getAsInt()))
                    : Optional.empty();
            long hosts =
                    stage.stream().map(step -> step.planned().host()).distinct().count();
            out.append("<tr><td>%d. %s<td>%s<td class=n>%d<td>%s<td class=n>%s</tr>\n"
                    .formatted(
                            ++number,
                            safe(play.map(RecordedPlay::name).orElse("The fabric's own steps, one after the other")),
                            safe(play.map(RunStages::batches).orElse("-")),
                            hosts,
                            safe(results(run, stage)),
                            took(stage)));
        }
        return out.append("</table>\n").toString();
    }

    private static String batches(RecordedPlay play) {
        String sizes = play.serial().isEmpty() ? "all at once" : String.join(", ", play.serial());
        String fatal = play.anyErrorsFatal() ? "; stops at any error" : "";
        String most = play.maxFailPercentage().isPresent()
                ? "; stops above %d %% failed"
                        .formatted(play.maxFailPercentage().getAsInt())
                : "";
        return sizes + fatal + most;
    }

    private static String results(RecordedRun run, List<RecordedStep> stage) {
        Map<String, Long> counts = stage.stream()
                .collect(Collectors.groupingBy(
                        step -> step.began().isEmpty()
                                ? "not begun"
                                : step.isOpen()
                                        ? (run.inDoubt().contains(step) ? "in doubt" : "under way")
                                        : step.result(),
                        LinkedHashMap::new,
                        Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String took(List<RecordedStep> stage) {
        Optional<Instant> began =
                stage.stream().flatMap(step -> step.began().stream()).min(Comparator.naturalOrder());
        Optional<Instant> ended =
                stage.stream().flatMap(step -> step.ended().stream()).max(Comparator.naturalOrder());
        return began.flatMap(from -> ended.map(to -> PageText.time(Duration.between(from, to))))
                .orElse("");
    }
}
