package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The steps of a run over time: a row for each host, or as many rows as steps ran at a time where hosts are many. */
final class RunTimeline {
    /** Up to so many hosts have rows with their names. */
    private static final int NAMED = 40;

    private static final int TICKS = 4;

    private final Instant zero;
    private final Instant from;
    private final Instant to;
    private final StringBuilder out = new StringBuilder();

    private RunTimeline(Instant zero, Instant from, Instant to) {
        this.zero = zero;
        this.from = from;
        this.to = to;
    }

    /** The drawing; empty text where no step began. */
    static String of(RecordedRun run) {
        List<RecordedStep> steps = run.steps().stream()
                .filter(step -> step.began().isPresent())
                .sorted(Comparator.comparing(RunTimeline::began))
                .toList();
        if (steps.isEmpty()) {
            return "";
        }
        Instant last = run.lastAt().orElse(began(steps.getLast()));
        Instant from = began(steps.getFirst());
        Instant to = steps.stream()
                .map(step -> step.ended().orElse(last))
                .max(Comparator.naturalOrder())
                .orElse(from);
        var timeline = new RunTimeline(run.beganAt().orElse(from), from, to.isAfter(from) ? to : from.plusMillis(1));
        timeline.draw(steps, last);
        return timeline.out.toString();
    }

    private static Instant began(RecordedStep step) {
        return step.began().orElse(Instant.EPOCH);
    }

    private void draw(List<RecordedStep> steps, Instant last) {
        Map<String, List<RecordedStep>> byHost = new LinkedHashMap<>();
        steps.forEach(step -> byHost.computeIfAbsent(step.planned().host(), h -> new ArrayList<>())
                .add(step));
        boolean isNamed = byHost.size() <= NAMED;
        out.append(
                "<p class=\"key soft\"><span class=\"lane\"><i></i>changed<i class=\"ok\"></i>waited or found as wanted"
                        + "<i class=\"x\"></i>failed or in doubt</span></p>\n");
        out.append("<div class=\"time%s\" role=\"img\" aria-label=\"%s\">\n"
                .formatted(
                        isNamed ? " named" : "",
                        safe("%s of %s over %s; the table of hosts has them as text"
                                .formatted(
                                        PageText.count(steps.size(), "step"),
                                        PageText.count(byHost.size(), "host"),
                                        PageText.time(Duration.between(from, to))))));
        if (isNamed) {
            byHost.forEach((host, own) -> lane(Optional.of(host), own, last));
        } else {
            packed(steps, last).forEach(lane -> lane(Optional.empty(), lane, last));
        }
        axis(isNamed);
        out.append("</div>\n");
    }

    /** Each step goes to the first row that is free when it begins. */
    private static List<List<RecordedStep>> packed(List<RecordedStep> steps, Instant last) {
        List<List<RecordedStep>> lanes = new ArrayList<>();
        for (RecordedStep step : steps) {
            Optional<List<RecordedStep>> free = lanes.stream()
                    .filter(lane -> !lane.getLast().ended().orElse(last).isAfter(began(step)))
                    .findFirst();
            free.orElseGet(() -> {
                        lanes.add(new ArrayList<>());
                        return lanes.getLast();
                    })
                    .add(step);
        }
        return lanes;
    }

    private void lane(Optional<String> name, List<RecordedStep> steps, Instant last) {
        name.ifPresent(host -> out.append("<b>").append(safe(host)).append("</b>"));
        out.append("<div class=\"lane\">");
        for (RecordedStep step : steps) {
            double left = percent(began(step));
            String what = name.isPresent()
                    ? step.planned().what()
                    : step.planned().host() + " #" + step.planned().number();
            out.append("<i%s style=\"left:%s%%;width:%s%%\" title=\"%s\"></i>"
                    .formatted(
                            look(step),
                            number(left),
                            number(percent(step.ended().orElse(last)) - left),
                            safe(what + (step.result().isEmpty() ? "" : ": " + step.result()))));
        }
        out.append("</div>\n");
    }

    private static String look(RecordedStep step) {
        return switch (step.result()) {
            case "changed" -> "";
            case "ok" -> " class=\"ok\"";
            default -> " class=\"x\"";
        };
    }

    private void axis(boolean isNamed) {
        out.append(isNamed ? "<b></b>" : "").append("<div class=\"axis\">");
        for (int tick = 0; tick <= TICKS; tick++) {
            Duration after = Duration.between(from, to).multipliedBy(tick).dividedBy(TICKS);
            Duration at = Duration.between(zero, from).plus(after);
            String words = Duration.between(from, to).toSeconds() < 4 * TICKS && at.toMinutes() < 10
                    ? "%d.%d s".formatted(at.toSeconds(), at.toMillisPart() / 100)
                    : PageText.time(at);
            out.append("<span style=\"left:%d%%\">+%s</span>".formatted(100 * tick / TICKS, words));
        }
        out.append("</div>\n");
    }

    private double percent(Instant at) {
        double whole = Duration.between(from, to).toNanos();
        return 100 * Math.clamp(Duration.between(from, at).toNanos() / whole, 0, 1);
    }

    private static String number(double percent) {
        return String.format(Locale.ROOT, "%.2f", percent).replaceAll("\\.?0+$", "");
    }
}
