package dev.ibplay.report;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.RehearsalRecord;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A run's record as one JSON document, for programs. */
public final class RunJson {
    private RunJson() {}

    /** The document; {@code exitCode} is the one that the process ends with. */
    public static String of(String command, RunRecord record, int exitCode) {
        return of(command, record, exitCode, Optional.empty());
    }

    /** The same of a run that may have been a rehearsal. */
    public static String of(String command, RunRecord record, int exitCode, Optional<RehearsalRecord> rehearsal) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("command", command);
        document.put("exit_code", exitCode);
        document.put("stopped", record.stopped());
        document.put("hosts", record.hosts().stream().map(RunJson::host).toList());
        document.put(
                "differences",
                record.plan().differences().stream().map(RunJson::difference).toList());
        document.put(
                "remaining",
                record.remaining().stream().map(RunJson::difference).toList());
        document.put("held", record.held().stream().map(RunJson::held).toList());
        document.put("steps", steps(record.plan()));
        document.put("files", record.plan().files().stream().map(RunJson::file).toList());
        document.put(
                "diagnostics",
                Stream.concat(record.plan().diagnostics().stream(), record.diagnostics().stream())
                        .map(RunJson::diagnostic)
                        .toList());
        rehearsal.ifPresent(came -> document.put("rehearsal", RehearsalJson.of(came)));
        return JsonText.of(document);
    }

    private static Map<String, Object> host(HostRecord host) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", host.host());
        map.put("status", host.status().word());
        map.put("messages", host.messages());
        map.put("connections", host.connections());
        map.put("round_trips", host.roundTrips());
        return map;
    }

    private static Map<String, Object> difference(Difference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", difference.host());
        map.put("resource", difference.resource());
        map.put("attribute", difference.attribute());
        map.put("level", difference.level().word());
        map.put("observed", difference.observed());
        map.put("desired", difference.desired());
        map.put("asked_by", difference.askedBy().toString());
        return map;
    }

    private static List<Map<String, Object>> steps(Plan plan) {
        Stream<Step> shrinking = plan.shrinking().stream().map(HostSteps::steps).flatMap(List::stream);
        Stream<Step> growing = plan.growing().stream().map(HostSteps::steps).flatMap(List::stream);
        return Stream.of(shrinking, plan.fabric().stream(), growing)
                .flatMap(s -> s)
                .map(step -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    map.put("host", step.host());
                    map.put("kind", kind(step));
                    map.put("what", step.what());
                    return map;
                })
                .toList();
    }

    private static String kind(Step step) {
        return switch (step) {
            case Step.Act ignored -> "act";
            case Step.Guarded ignored -> "guarded";
            case Step.Await ignored -> "await";
        };
    }

    private static Map<String, Object> held(Held held) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", held.host());
        map.put("resource", held.resource());
        map.put("until", held.until());
        return map;
    }

    private static Map<String, Object> file(FileChange file) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", file.host());
        map.put("path", file.path());
        map.put("diff", FileDiff.of(file));
        return map;
    }

    private static Map<String, Object> diagnostic(Diagnostic diagnostic) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("severity", diagnostic.severity().word());
        map.put("code", diagnostic.code().id());
        map.put("message", diagnostic.message());
        diagnostic.hint().ifPresent(hint -> map.put("hint", hint));
        switch (diagnostic.location()) {
            case Location.InSource source -> map.put("place", source.span().toString());
            case Location.OnHost host -> {
                map.put("host", host.host());
                host.askedBy().ifPresent(span -> map.put("asked_by", span.toString()));
            }
            case Location.Run ignored -> {}
        }
        return map;
    }
}
