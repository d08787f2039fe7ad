package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedDifference;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.ShardRecord;
import dev.ibplay.journal.ShardState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The shards of a job, and all of them as one run, for programs. */
public final class ShardsJson {
    private ShardsJson() {}

    /** One document; {@code merged} is nothing where no shard has recorded anything. */
    public static String of(List<ShardRecord> shards, Optional<RecordedRun> merged, int exitCode) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("exit_code", exitCode);
        document.put("shards", shards.stream().map(ShardsJson::shard).toList());
        document.put(
                "stopped",
                merged.flatMap(RecordedRun::end)
                        .map(JournalEvent.RunEnded::stopped)
                        .orElse(""));
        document.put(
                "recap",
                merged.flatMap(RecordedRun::end)
                        .map(JournalEvent.RunEnded::recap)
                        .orElse(Map.of()));
        document.put(
                "hosts",
                merged.map(RecordedRun::hostEnds).orElse(List.of()).stream()
                        .map(ShardsJson::host)
                        .toList());
        Optional<JournalEvent.Compared> compared = merged.flatMap(RecordedRun::compared);
        document.put(
                "remaining",
                compared.map(JournalEvent.Compared::remaining).orElse(List.of()).stream()
                        .map(ShardsJson::difference)
                        .toList());
        document.put(
                "held",
                compared.map(JournalEvent.Compared::held).orElse(List.of()).stream()
                        .map(held -> Map.of("host", held.host(), "resource", held.resource(), "until", held.until()))
                        .toList());
        document.put(
                "findings",
                compared.map(JournalEvent.Compared::findings).orElse(List.of()).stream()
                        .map(finding -> Map.of(
                                "severity", finding.severity(),
                                "code", finding.code(),
                                "host", finding.host(),
                                "message", finding.message()))
                        .toList());
        document.put(
                "refusals",
                merged.flatMap(RecordedRun::plan)
                        .map(JournalEvent.Planned::refusals)
                        .orElse(List.of()));
        return JsonText.of(document);
    }

    private static Map<String, Object> shard(ShardRecord shard) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("shard", shard.number());
        map.put("state", word(shard.end()));
        shard.exitCode().ifPresent(code -> map.put("exit_code", code));
        shard.run().ifPresent(run -> {
            map.put("run", run.name().text());
            run.began().ifPresent(began -> map.put("host", began.controller().host()));
            run.beganAt().ifPresent(at -> map.put("began", at.toString()));
            run.lastAt().ifPresent(at -> map.put("last_event", at.toString()));
            map.put("hosts", run.hosts().size());
            map.put("changed_hosts", run.changedHosts().size());
            run.end().ifPresent(end -> map.put("stopped", end.stopped()));
            map.put("damage", run.damage());
        });
        return map;
    }

    private static String word(ShardState state) {
        return switch (state) {
            case ShardState.Ended ignored -> "ended";
            case ShardState.AtWork ignored -> "at-work";
            case ShardState.Lost ignored -> "lost";
            case ShardState.NotBegun ignored -> "missing";
        };
    }

    private static Map<String, Object> host(JournalEvent.HostEnded host) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", host.host());
        map.put("status", host.status());
        map.put("messages", host.messages());
        return map;
    }

    private static Map<String, Object> difference(RecordedDifference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", difference.host());
        map.put("resource", difference.resource());
        map.put("attribute", difference.attribute());
        map.put("level", difference.level());
        map.put("observed", difference.observed());
        map.put("desired", difference.desired());
        map.put("asked_by", difference.askedBy());
        return map;
    }

    /** The events of all shards as lines of JSON by time, each as it stands in its record, with the number of its shard behind its time. */
    public static String events(List<ShardRecord> shards) {
        record Told(Instant at, String line) {}
        List<Told> all = new ArrayList<>();
        for (ShardRecord shard : shards) {
            for (RecordedEvent event : shard.run().map(RecordedRun::events).orElse(List.of())) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("at", event.at().toString());
                fields.put("shard", shard.number());
                event.fields().forEach(fields::putIfAbsent);
                all.add(new Told(event.at(), JsonText.line(fields)));
            }
        }
        // Stable: what one shard has told at one time stays in its order.
        all.sort(Comparator.comparing(Told::at));
        var text = new StringBuilder();
        all.forEach(told -> text.append(told.line()).append('\n'));
        return text.toString();
    }
}
