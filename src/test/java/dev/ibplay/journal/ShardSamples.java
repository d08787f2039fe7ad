package dev.ibplay.journal;

import dev.ibplay.diag.Span;
import dev.ibplay.exec.Operation;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The records of a job's shards: each has hosts of its own and reads sm1, which is the first one's; all plan its step, and the
 * first one carries it out.
 */
public final class ShardSamples {
    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> blobs = new HashMap<>();
    private final EventJson json = new EventJson(text -> text);
    private final int number;
    private final List<String> own;
    private Instant now = JournalSamples.NOW;

    private ShardSamples(int number, List<String> own) {
        this.number = number;
        this.own = own;
    }

    /** A shard that has done all, with this exit code. */
    public static ShardRecord ended(int number, int exitCode, String... own) {
        return new ShardRecord(
                number,
                new ShardState.Ended(exitCode),
                Optional.of(new ShardSamples(number, List.of(own)).run(exitCode, own.length)));
    }

    /** One that was lost after so many of its hosts, in the middle of the next one. */
    public static ShardRecord lost(int number, int done, String... own) {
        return new ShardRecord(
                number, new ShardState.Lost(), Optional.of(new ShardSamples(number, List.of(own)).run(3, done)));
    }

    public static ShardRecord missing(int number) {
        return new ShardRecord(number, new ShardState.NotBegun(), Optional.empty());
    }

    private void add(JournalEvent event) {
        blobs.putAll(json.blobs(event));
        lines.add(json.line(now, event));
    }

    private static Step set(String host) {
        return new Step.Act(
                host,
                "set ipoib ib0 mtu 4092",
                List.of(),
                List.of(new Operation.SetLinkMtu("ib0", 4092)),
                List.of(new Operation.SetLinkMtu("ib0", 2044)));
    }

    private RecordedRun run(int exitCode, int done) {
        var recorder = new RunRecorder(this::add);
        RunName name = RunName.parse("20261130T11070%d-000%d".formatted(number, number))
                .orElseThrow();
        now = now.plusMillis(number);
        recorder.began(
                JournalSamples.began(name, JournalSamples.controller(), own.toArray(String[]::new)),
                JournalSamples.plays(own.toArray(String[]::new)));
        Plan plan = plan();
        recorder.planned(plan);
        recorder.on(new RunEvent.PhaseBegan("apply", own.size()));
        if (number == 1) {
            carryOut(recorder, JournalSamples.WRITE);
        }
        recorder.on(new RunEvent.BatchBegan("a play", 1, 2, own));
        own.stream().filter(host -> !host.equals("sm1")).limit(done).forEach(host -> carryOut(recorder, set(host)));
        if (done < own.size()) {
            recorder.on(new RunEvent.StepBegan(set(own.get(done))));
        } else {
            recorder.on(new RunEvent.BatchEnded("a play", 1, 2, List.of()));
            recorder.ended(record(plan), exitCode);
        }
        var reader = new EventReader(sha256 -> Optional.ofNullable(blobs.get(sha256)));
        List<RecordedEvent> events =
                lines.stream().map(line -> reader.read(line).orElseThrow()).toList();
        RunState state = done < own.size() ? new RunState.Killed() : new RunState.Finished(exitCode);
        return RecordedRun.of(name, state, events, List.of());
    }

    private void carryOut(RunRecorder recorder, Step step) {
        recorder.on(new RunEvent.StepBegan(step));
        now = now.plusMillis(500);
        recorder.on(new RunEvent.StepEnded(step, "changed", ""));
    }

    private Plan plan() {
        List<String> members = own.stream().filter(host -> !host.equals("sm1")).toList();
        return new Plan(
                Stream.concat(Stream.of("sm1"), members.stream())
                        .map(ShardSamples::difference)
                        .toList(),
                List.of(),
                List.of(),
                List.of(),
                List.of(JournalSamples.WRITE),
                members.stream()
                        .map(host -> new HostSteps(0, host, List.of(set(host))))
                        .toList(),
                List.of(),
                List.of(),
                Map.of());
    }

    private static Difference difference(String host) {
        return new Difference(host, "ipoib ib0", "mtu", Level.RUNNING, "2044", "4092", Span.at("site.yml", 9, 5));
    }

    /** The others have read sm1 before the first one changed it. */
    private RunRecord record(Plan plan) {
        List<HostRecord> hosts = new ArrayList<>();
        own.forEach(host -> hosts.add(new HostRecord(host, HostStatus.CHANGED, List.of(), 1, 2)));
        if (number > 1) {
            hosts.add(new HostRecord("sm1", HostStatus.OK, List.of(), 1, 2));
            hosts.add(
                    number == 2
                            ? new HostRecord("sm2", HostStatus.UNREACHABLE, List.of("refused"), 1, 0)
                            : new HostRecord("sm2", HostStatus.OK, List.of(), 1, 1));
        }
        List<Difference> left = number > 1 ? List.of(difference("sm1")) : List.of();
        return new RunRecord(hosts, plan, left, List.of(), List.of(), "");
    }
}
