package dev.ibplay.report;

import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.ShardRecord;
import dev.ibplay.journal.ShardState;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The shards of a job, and all of them as one run, for people. */
public final class ShardsText {
    static final List<String> HEADER = List.of("SHARD", "ON", "RUN", "BEGAN", "DURATION", "HOSTS", "CHANGED", "RESULT");

    /** Of more hosts or lines than this only as many are told. */
    private static final int MOST = 60;

    private static final Set<HostStatus> GOOD = Set.of(HostStatus.OK, HostStatus.CHANGED);

    private ShardsText() {}

    /**
     * A line for each shard, what is left, whose trouble it is, and one recap.
     *
     * @param merged nothing where no shard has recorded anything
     * @param each whether each host has its line in the recap, however many they are
     */
    public static String of(List<ShardRecord> shards, Optional<RecordedRun> merged, ZoneId zone, boolean each) {
        var table = new TextTable("", HEADER);
        rows(shards, zone).forEach(table::add);
        var text = new StringBuilder(table.toString());
        merged.ifPresent(run -> {
            run.plan().map(JournalEvent.Planned::refusals).orElse(List.of()).stream()
                    .limit(MOST)
                    .forEach(why -> text.append("\nrefused: ").append(why).append('\n'));
            left(text, run);
            troubles(text, run);
            run.end()
                    .map(JournalEvent.RunEnded::stopped)
                    .filter(why -> !why.isEmpty())
                    .ifPresent(why -> text.append("\nStopped: ").append(why).append('\n'));
            text.append(RunText.recap(records(run), each, false));
        });
        return text.toString();
    }

    static List<List<String>> rows(List<ShardRecord> shards, ZoneId zone) {
        return shards.stream().map(shard -> row(shard, zone)).toList();
    }

    private static List<String> row(ShardRecord shard, ZoneId zone) {
        Optional<RecordedRun> run = shard.run();
        return List.of(
                Integer.toString(shard.number()),
                run.flatMap(RecordedRun::began)
                        .map(began -> began.controller().host())
                        .orElse("-"),
                run.map(recorded -> recorded.name().text()).orElse("-"),
                run.flatMap(RecordedRun::beganAt)
                        .map(at -> RunsText.time(at, zone))
                        .orElse("-"),
                run.flatMap(RunsText::duration).map(RunsText::words).orElse("-"),
                run.map(recorded -> Integer.toString(recorded.hosts().size())).orElse("-"),
                run.map(recorded -> Integer.toString(recorded.changedHosts().size()))
                        .orElse("-"),
                result(shard));
    }

    private static String result(ShardRecord shard) {
        return switch (shard.end()) {
            case ShardState.Ended ended -> RunStateText.finished(ended.exitCode());
            case ShardState.AtWork ignored -> "still at work";
            case ShardState.Lost ignored -> "lost";
            case ShardState.NotBegun ignored -> "never begun";
        };
    }

    /** Hosts with the same difference have one line. */
    private static void left(StringBuilder text, RecordedRun run) {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        RunLines.of(run.compared().map(JournalEvent.Compared::remaining).orElse(List.of()))
                .byHost()
                .forEach((host, lines) -> lines.forEach(line -> hosts.computeIfAbsent(
                                "%s: %s %s -> %s   (%s)"
                                        .formatted(
                                                line.resource(),
                                                line.attribute(),
                                                line.observed(),
                                                line.desired(),
                                                line.askedBy()),
                                what -> new ArrayList<>())
                        .add(host)));
        if (!hosts.isEmpty()) {
            text.append("\nDifferences left\n");
            hosts.entrySet().stream()
                    .limit(MOST)
                    .forEach(left ->
                            text.append("  %s  %s\n".formatted(FoldedNames.of(left.getValue(), MOST), left.getKey())));
            more(text, hosts.size());
        }
    }

    /** Hosts with the same trouble have one line. */
    private static void troubles(StringBuilder text, RecordedRun run) {
        List<String> lines = new ArrayList<>();
        run.hostEnds().stream()
                .filter(host -> !host.messages().isEmpty())
                .filter(host ->
                        HostStatus.parse(host.status()).filter(GOOD::contains).isEmpty())
                .collect(Collectors.groupingBy(
                        host -> host.status() + ": " + String.join("; ", host.messages()),
                        LinkedHashMap::new,
                        Collectors.mapping(JournalEvent.HostEnded::host, Collectors.toList())))
                .forEach((why, hosts) -> lines.add("%s  %s".formatted(FoldedNames.of(hosts, MOST), why)));
        List<String> refusals = run.plan().map(JournalEvent.Planned::refusals).orElse(List.of());
        run.compared().map(JournalEvent.Compared::findings).orElse(List.of()).stream()
                .filter(finding ->
                        finding.severity().equals("error") && finding.host().isEmpty())
                .map(finding -> finding.code() + ": " + finding.message())
                .filter(words -> !refusals.contains(words))
                .forEach(lines::add);
        if (!lines.isEmpty()) {
            text.append("\nFailures, and what waits\n");
            lines.stream()
                    .limit(MOST)
                    .forEach(line -> text.append("  ").append(line).append('\n'));
            more(text, lines.size());
        }
    }

    private static void more(StringBuilder text, int all) {
        if (all > MOST) {
            text.append("  and %d more: --format json has all\n".formatted(all - MOST));
        }
    }

    private static List<HostRecord> records(RecordedRun run) {
        return run.hostEnds().stream()
                .map(host -> new HostRecord(
                        host.host(), HostStatus.parse(host.status()).orElse(HostStatus.FAILED), host.messages(), 0, 0))
                .toList();
    }
}
