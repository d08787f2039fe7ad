package dev.ibplay.report;

import static dev.ibplay.report.PageText.safe;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.RunState;
import dev.ibplay.journal.ShardRecord;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A recorded run as one HTML file that needs nothing else, made from its journal alone: what became of it, failures first,
 * then stages, timings, each host, changed files, and the fabric before and after. It loads nothing from anywhere; its script
 * only filters, and all is there without it.
 */
public final class RunPage {
    /** Of more failures than this only as many are listed at the top; the hosts' list begins with all of them. */
    private static final int FAILURES = 100;

    private final RecordedRun run;
    private final List<ShardRecord> shards;
    private final ZoneId zone;
    private final List<RunHost> hosts;
    private final RunChanges changes;
    private final StringBuilder out = new StringBuilder();

    private RunPage(RecordedRun run, List<ShardRecord> shards, ZoneId zone) {
        this.run = run;
        this.shards = shards;
        this.zone = zone;
        this.hosts = RunHost.of(run);
        this.changes = RunChanges.of(run);
    }

    /** The whole file. Times are those of {@code zone}. */
    public static String of(RecordedRun run, ZoneId zone) {
        return of(run, List.of(), zone);
    }

    /** The same of a run that was merged from these shards. */
    public static String of(RecordedRun run, List<ShardRecord> shards, ZoneId zone) {
        return new RunPage(run, shards, zone).html();
    }

    private String html() {
        String title = "Run " + run.name() + ": " + RunStateText.of(run);
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
                .append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>ibplay: ")
                .append(safe(title))
                .append("</title>\n<style>\n")
                .append(RunPageStyle.CSS)
                .append("</style>\n</head>\n<body>\n<header>\n<h1>")
                .append(safe(title))
                .append("</h1>\n");
        summary();
        Map<String, String> parts = parts();
        out.append("<nav>")
                .append(parts.keySet().stream()
                        .map(part -> "<a href=\"#%s\">%s</a>".formatted(id(part), part))
                        .collect(Collectors.joining(" \u00b7 ")))
                .append("</nav>\n</header>\n<main>\n");
        notes();
        parts.forEach(this::part);
        out.append("</main>\n<footer class=\"soft\"><p>")
                .append(safe("Made by ibplay"
                        + run.began().map(began -> " " + began.version()).orElse("")
                        + " from the run's journal; secrets are hidden in it."))
                .append("</p></footer>\n<script>\n")
                .append(RunPageStyle.SCRIPT)
                .append("</script>\n</body>\n</html>\n");
        return out.toString();
    }

    /** The parts by their titles, in order; the hosts' list is long, and behind it are what its lines lead to. */
    private Map<String, String> parts() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("Failures", failures());
        parts.put("Shards", RunShardsPart.of(shards, zone));
        parts.put("About the run", about());
        parts.put("Stages", RunStages.stages(run) + RunStages.batches(run));
        parts.put("Timings", RunStages.phases(run) + RunTimeline.of(run));
        parts.put("The fabric", RunFabricsPart.of(run));
        parts.put("Hosts", hosts.isEmpty() ? "" : RunHostsPart.of(run, hosts, changes));
        parts.put("Changes of files", changes.html());
        parts.values().removeIf(String::isEmpty);
        return parts;
    }

    private void part(String title, String content) {
        out.append("<section id=\"%s\">\n<h2>%s</h2>\n".formatted(id(title), title))
                .append(content)
                .append("</section>\n");
    }

    private static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private void summary() {
        run.began().ifPresent(began -> {
            String by = "%s by %s%s"
                    .formatted(
                            run.beganAt().map(at -> RunsText.time(at, zone)).orElse(""),
                            began.controller().describe(),
                            RunsText.duration(run)
                                    .map(took -> ", took " + PageText.time(took))
                                    .orElse(""));
            out.append("<p class=\"soft\">")
                    .append(safe(by))
                    .append("</p>\n<p><code>")
                    .append(safe("ibplay " + String.join(" ", began.invocation().commandLine())))
                    .append("</code></p>\n");
        });
        Map<String, Long> counts = hosts.stream()
                .collect(Collectors.groupingBy(RunHost::status, LinkedHashMap::new, Collectors.counting()));
        out.append("<ul class=\"counts\">\n<li><b>%d</b>%s</li>\n"
                .formatted(hosts.size(), hosts.size() == 1 ? "host" : "hosts"));
        counts.forEach((status, count) ->
                out.append("<li class=\"%s\"><b>%d</b>%s</li>\n".formatted(RunHost.look(status), count, safe(status))));
        out.append("</ul>\n");
    }

    private void notes() {
        run.plan()
                .filter(plan -> !plan.refusals().isEmpty())
                .ifPresent(plan -> out.append(
                                "<div class=\"note\"><b>The plan was refused; nothing was changed.</b><ul>\n")
                        .append(plan.refusals().stream()
                                .map(why -> "<li>" + safe(why) + "</li>\n")
                                .collect(Collectors.joining()))
                        .append("</ul></div>\n"));
        run.end()
                .map(JournalEvent.RunEnded::stopped)
                .filter(why -> !why.isEmpty())
                .ifPresent(why -> note("", "The run stopped before its last batch: " + why + "."));
        List<RecordedStep> open = run.inDoubt();
        if (!open.isEmpty()) {
            note(
                    "",
                    "%s in doubt: begun, and nobody saw the end. The old or the new value holds; ibplay check tells which."
                            .formatted(open.size() == 1 ? "1 step is" : open.size() + " steps are"));
        }
        if (run.state() instanceof RunState.Running) {
            note(" wait", "The run was still at work when this page was made.");
        }
        run.compared()
                .ifPresent(end -> end.held().stream()
                        .map(held -> held.host() + ": " + held.resource() + " is held " + held.until())
                        .distinct()
                        .limit(FAILURES)
                        .forEach(words -> note(" wait", words)));
        List<String> refusals = run.plan().map(JournalEvent.Planned::refusals).orElse(List.of());
        Set<String> failed =
                hosts.stream().filter(RunHost::isBad).map(RunHost::name).collect(Collectors.toSet());
        run.compared()
                .ifPresent(end -> end.findings().stream()
                        .filter(finding -> !failed.contains(finding.host()))
                        .filter(finding -> !refusals.contains(finding.code() + ": " + finding.message()))
                        .limit(FAILURES)
                        .forEach(finding -> note(
                                finding.severity().equals("error") ? "" : " wait",
                                "%s %s: %s%s"
                                        .formatted(
                                                finding.severity(),
                                                finding.code(),
                                                finding.host().isEmpty() ? "" : finding.host() + ": ",
                                                finding.message()))));
        run.damage().forEach(damage -> note("", "The journal is damaged: " + damage + "."));
    }

    private void note(String look, String words) {
        out.append("<p class=\"note%s\">%s</p>\n".formatted(look, safe(words)));
    }

    private String failures() {
        List<RunHost> bad = hosts.stream().filter(RunHost::isBad).toList();
        if (bad.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("<table><tr><th>Host<th>State<th>Why</tr>\n");
        bad.stream()
                .limit(FAILURES)
                .forEach(host -> text.append("<tr><td><a href=\"#%s\">%s</a><td class=bad>%s<td>%s</tr>\n"
                        .formatted(
                                PageText.anchor(host.name()),
                                safe(host.name()),
                                safe(host.status()),
                                host.messages().stream().map(PageText::safe).collect(Collectors.joining("<br>")))));
        text.append("</table>\n");
        if (bad.size() > FAILURES) {
            text.append("<p>and %d more: see the hosts</p>\n".formatted(bad.size() - FAILURES));
        }
        return text.toString();
    }

    private String about() {
        return run.began()
                .map(JournalEvent.RunBegan::invocation)
                .map(invocation -> {
                    var text = new StringBuilder("<dl>\n");
                    invocation.undoes().ifPresent(undone -> entry(text, "Undoes run", undone.text()));
                    invocation.resumes().ifPresent(earlier -> entry(text, "Goes on with run", earlier.text()));
                    entry(text, "Folder", invocation.directory());
                    entry(text, "Playbooks", String.join(", ", invocation.playbooks()));
                    entry(text, "Inventories", String.join(", ", invocation.inventories()));
                    entry(text, "Result", RunStateText.of(run));
                    run.end().ifPresent(end -> entry(text, "Differences left", Integer.toString(end.remaining())));
                    text.append("</dl>\n");
                    if (!invocation.inputs().isEmpty()) {
                        text.append("<details><summary>%s</summary>\n<table><tr><th>File<th>SHA-256</tr>\n"
                                .formatted(PageText.count(invocation.inputs().size(), "file") + " read"));
                        invocation
                                .inputs()
                                .forEach(input -> text.append("<tr><td>%s<td class=m>%s</tr>\n"
                                        .formatted(safe(input.path()), safe(input.sha256()))));
                        text.append("</table></details>\n");
                    }
                    return text.toString();
                })
                .orElse("");
    }

    private static void entry(StringBuilder text, String name, String value) {
        text.append("<dt>%s</dt><dd>%s</dd>\n".formatted(name, safe(value)));
    }
}
