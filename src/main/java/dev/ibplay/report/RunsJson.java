package dev.ibplay.report;

import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Recorded runs as JSON documents, for programs. */
public final class RunsJson {
    private RunsJson() {}

    /** One entry for each run, in the order given. */
    public static String list(List<RecordedRun> runs) {
        return JsonText.of(Map.of("runs", runs.stream().map(RunsJson::summary).toList()));
    }

    /** One run with all its events as they stand in its journal. */
    public static String events(RecordedRun run) {
        Map<String, Object> document = summary(run);
        document.put("events", run.events().stream().map(RecordedEvent::fields).toList());
        return JsonText.of(document);
    }

    private static Map<String, Object> summary(RecordedRun run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("run", run.name().text());
        map.put("state", RunStateText.word(run.state()));
        if (run.state() instanceof RunState.Finished finished) {
            map.put("exit_code", finished.exitCode());
        }
        run.beganAt().ifPresent(at -> map.put("began", at.toString()));
        run.lastAt().ifPresent(at -> map.put("last_event", at.toString()));
        run.began().ifPresent(began -> {
            map.put("user", began.controller().user());
            map.put("host", began.controller().host());
            map.put("playbooks", began.invocation().playbooks());
            began.invocation().undoes().ifPresent(undone -> map.put("undoes", undone.text()));
            began.invocation().resumes().ifPresent(earlier -> map.put("resumes", earlier.text()));
        });
        map.put("hosts", run.hosts());
        map.put("changed_hosts", List.copyOf(run.changedHosts()));
        map.put(
                "in_doubt",
                run.inDoubt().stream()
                        .map(step -> Map.of(
                                "step", step.planned().number(),
                                "host", step.planned().host(),
                                "what", step.planned().what()))
                        .toList());
        map.put("damage", run.damage());
        return map;
    }
}
