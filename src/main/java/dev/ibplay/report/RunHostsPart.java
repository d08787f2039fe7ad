package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.plan.Effect;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The hosts of a run's page: a line each, which opens. A page has thousands of them, so that their markup is short. */
final class RunHostsPart {
    private final Instant zero;
    private final RunChanges changes;
    private final RecordedRun run;
    private final Map<String, List<RunCommand>> commands;
    private final StringBuilder out = new StringBuilder();

    private RunHostsPart(RecordedRun run, RunChanges changes) {
        this.run = run;
        this.zero = run.beganAt().orElse(Instant.EPOCH);
        this.changes = changes;
        this.commands = RunCommand.byHost(run);
    }

    static String of(RecordedRun run, List<RunHost> hosts, RunChanges changes) {
        var part = new RunHostsPart(run, changes);
        part.filter(hosts);
        hosts.forEach(part::host);
        return part.out.toString();
    }

    private void filter(List<RunHost> hosts) {
        Set<String> states = new LinkedHashSet<>();
        hosts.forEach(host -> states.add(host.status()));
        out.append("<form class=\"filter\" hidden onsubmit=\"return false\"><label>Host <input type=\"search\"></label>"
                + "<label>State <select><option value=\"\">all</option>");
        states.forEach(state -> out.append("<option>").append(safe(state)).append("</option>"));
        out.append("</select></label><output aria-live=\"polite\" class=\"soft\"></output></form>\n");
    }

    private void host(RunHost host) {
        out.append(
                "<details class=h id=\"h-%s\" data-s=\"%s\"%s><summary><b>%s</b><i class=%s>%s</i><i>%s</i><i>%s</i></summary><div>\n"
                        .formatted(
                                safe(host.name()),
                                safe(host.status()),
                                host.isBad() && run.hosts().size() <= 20 ? " open" : "",
                                safe(host.name()),
                                host.look(),
                                safe(host.status()),
                                safe(summary(host)),
                                host.steps().stream()
                                                .allMatch(step -> step.began().isEmpty())
                                        ? ""
                                        : PageText.time(host.took())));
        host.messages()
                .forEach(message -> out.append("<p>").append(safe(message)).append("</p>\n"));
        differences(host);
        steps(host);
        commands(host);
        if (host.changes().isEmpty()
                && host.steps().isEmpty()
                && host.messages().isEmpty()) {
            out.append("<p class=soft>Nothing differed.</p>\n");
        }
        out.append("</div></details>\n");
    }

    private static String summary(RunHost host) {
        if (host.isBad() && !host.messages().isEmpty()) {
            return host.messages().getFirst();
        }
        if (host.changes().isEmpty()) {
            return host.messages().isEmpty() ? "" : host.messages().getFirst();
        }
        String first = words(host.changes().getFirst());
        int more = host.changes().size() - 1;
        return more > 0 ? first + ", and " + more + " more" : first;
    }

    private static String words(RunLines.Line line) {
        return "%s %s: %s \u2192 %s".formatted(line.resource(), line.attribute(), line.observed(), line.desired());
    }

    private void differences(RunHost host) {
        if (host.changes().isEmpty()) {
            return;
        }
        out.append("<table><tr><th>Difference<th>Before<th>Wanted<th>Asked for by<th>At the end</tr>\n");
        for (RunLines.Line line : host.changes()) {
            boolean isLeft = host.left().contains(line.key());
            out.append("<tr><td>%s<td>%s<td>%s<td>%s<td class=%s>%s</tr>\n"
                    .formatted(
                            safe(line.resource() + " " + line.attribute()),
                            safe(line.observed()),
                            safe(line.desired()),
                            safe(line.askedBy()),
                            isLeft ? "bad" : run.compared().isEmpty() ? "wait" : "good",
                            isLeft ? "differs" : run.compared().isEmpty() ? "not known" : "as wanted"));
        }
        out.append("</table>\n");
    }

    private void steps(RunHost host) {
        if (host.steps().isEmpty()) {
            return;
        }
        out.append("<table><tr><th>Step<th>Result<th class=n>Began<th class=n>Took</tr>\n");
        for (RecordedStep step : host.steps()) {
            String result = RecordedRunText.result(run, step);
            String look = step.isChanged()
                    ? "done"
                    : step.result().equals("ok") ? "good" : step.began().isEmpty() ? "wait" : "bad";
            out.append("<tr><td>%d. %s%s<td class=%s>%s<td class=n>%s<td class=n>%s</tr>\n"
                    .formatted(
                            step.planned().number(),
                            safe(step.planned().what()),
                            effects(step),
                            look,
                            safe(result),
                            step.began()
                                    .map(at -> "+" + PageText.time(Duration.between(zero, at)))
                                    .orElse(""),
                            step.took().map(PageText::time).orElse("")));
        }
        out.append("</table>\n");
    }

    /** The commands of a play's before and after. */
    private void commands(RunHost host) {
        List<RunCommand> own = commands.getOrDefault(host.name(), List.of());
        if (own.isEmpty()) {
            return;
        }
        out.append("<table><tr><th>Command<th>On<th>Result<th class=n>Began<th class=n>Took</tr>\n");
        for (RunCommand command : own) {
            out.append("<tr><td>%s: <code>%s</code>%s<td>%s<td class=%s>%s<td class=n>+%s<td class=n>%s</tr>\n"
                    .formatted(
                            safe(command.begun().when()),
                            safe(command.begun().what()),
                            command.said().isEmpty() ? "" : "<pre>" + lines(command.said()) + "</pre>",
                            safe(command.begun().on()),
                            command.result().equals("ok")
                                    ? "good"
                                    : command.result().isEmpty() ? "wait" : "bad",
                            safe(command.result().isEmpty() ? "not known" : command.result()),
                            PageText.time(Duration.between(zero, command.began())),
                            command.ended()
                                    .map(end -> PageText.time(Duration.between(command.began(), end)))
                                    .orElse("")));
        }
        out.append("</table>\n");
    }

    private static String lines(String text) {
        return text.lines().map(PageText::safe).collect(Collectors.joining("\n"));
    }

    private String effects(RecordedStep step) {
        var text = new StringBuilder();
        for (Effect effect : step.planned().effects()) {
            Optional<Integer> change = changes.number(effect);
            // What the change shows need not be told twice.
            String words = change.isPresent() && effect instanceof Effect.FileEffect file
                    ? file.path()
                    : EffectText.of(effect);
            text.append("<br><span class=soft>").append(safe(words)).append("</span>");
            change.ifPresent(number -> text.append(" <a href=\"#d-%d\">change %d</a>".formatted(number, number)));
        }
        return text.toString();
    }
}
