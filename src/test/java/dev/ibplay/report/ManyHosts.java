package dev.ibplay.report;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.gather.FabricQueries;
import dev.ibplay.gather.FabricWish;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.journal.EventJson;
import dev.ibplay.journal.EventReader;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.TransportException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A recorded run over so many hosts, as its journal tells it: every twentieth was out of reach, every fiftieth failed, the
 * second waits for a reboot, the others have two steps each, of which the first writes a file.
 */
final class ManyHosts {
    static final String NASTY = "<script>alert('x')</script> \u001b[31m\u0007 & \"quoted\"";
    private static final int PORTS = 30;

    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> blobs = new HashMap<>();
    private final EventJson json = new EventJson(text -> text.replace("hunter2", "<hidden>"));
    private final int count;
    private Instant now = JournalSamples.NOW;

    private ManyHosts(int count) {
        this.count = count;
    }

    static RecordedRun run(int count) {
        return new ManyHosts(count).recorded();
    }

    static String name(int number) {
        return "node%04d".formatted(number);
    }

    private static boolean isLost(int number) {
        return number % 20 == 3;
    }

    private static boolean isFailed(int number) {
        return number % 50 == 7;
    }

    private void add(JournalEvent event) {
        blobs.putAll(json.blobs(event));
        lines.add(json.line(now, event));
    }

    private RecordedRun recorded() {
        List<String> names =
                IntStream.rangeClosed(1, count).mapToObj(ManyHosts::name).toList();
        var recorder = new RunRecorder(this::add);
        recorder.began(
                JournalSamples.began(JournalSamples.controller(), names.toArray(String[]::new)),
                JournalSamples.plays(names.toArray(String[]::new)));
        recorder.on(new RunEvent.PhaseBegan("gather", count));
        FabricFacts fabric = fabric();
        recorder.saw(JournalEvent.FabricsSeen.BEFORE, List.of(fabric));
        Plan plan = plan();
        recorder.planned(plan);
        recorder.on(new RunEvent.PhaseBegan("apply", count));
        recorder.on(new RunEvent.BatchBegan("a play", 1, 2, List.of(name(1))));
        recorder.on(new RunEvent.CommandBegan(name(1), "before", "adm", "drain node0001"));
        now = now.plusSeconds(2);
        recorder.on(
                new RunEvent.CommandEnded(name(1), "before", "adm", "drain node0001", "ok", "drained\n<hunter2>\n"));
        recorder.on(new RunEvent.BatchEnded("a play", 1, 2, List.of()));
        recorder.on(new RunEvent.BatchBegan("a play", 2, 2, names.subList(1, count)));
        plan.growing().forEach(host -> host.steps().forEach(step -> carryOut(recorder, step)));
        recorder.on(new RunEvent.BatchEnded("a play", 2, 2, count < 7 ? List.of() : List.of(name(7))));
        recorder.saw(JournalEvent.FabricsSeen.AFTER, List.of(fabric));
        recorder.ended(record(plan), 3);
        var reader = new EventReader(name -> Optional.ofNullable(blobs.get(name)));
        List<RecordedEvent> events =
                lines.stream().map(line -> reader.read(line).orElseThrow()).toList();
        return RecordedRun.of(JournalSamples.NAME, new RunState.Finished(3), events, List.of());
    }

    private void carryOut(RunRecorder recorder, Step step) {
        int number = Integer.parseInt(step.host().substring("node".length()));
        now = now.plusMillis(40);
        recorder.on(new RunEvent.StepBegan(step));
        now = now.plusMillis(300);
        boolean failed = isFailed(number) && step.what().startsWith("set");
        recorder.on(new RunEvent.StepEnded(step, failed ? "failed" : "changed", failed ? NASTY : ""));
        if (failed) {
            recorder.on(new RunEvent.HostFailed(Diagnostic.error(
                    Code.STEP_FAILED,
                    new Location.OnHost(step.host(), Optional.of(step.what()), Optional.empty()),
                    NASTY)));
        }
    }

    private Plan plan() {
        List<Difference> differences = new ArrayList<>();
        List<HostSteps> steps = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            if (!isLost(i)) {
                differences.add(difference(i, Level.RUNNING));
                differences.add(difference(i, Level.FILE));
                steps.add(new HostSteps(0, name(i), List.of(write(i), set(i))));
            }
        }
        return new Plan(differences, List.of(), List.of(), List.of(), List.of(), steps, List.of(), List.of(), Map.of());
    }

    private static Difference difference(int number, Level level) {
        return new Difference(
                name(number), "ipoib ib0", "mtu", level, "2044", "4092", Span.at("playbooks/site.yml", 18, 34));
    }

    private static Step write(int number) {
        String before = "[Match]\nName=ib0\n[Network]\nAddress=10.44.%d.%d/16\n[Link]\nMTUBytes=2044\n"
                .formatted(number / 250, number % 250 + 1);
        return new Step.Act(
                name(number),
                "write /etc/systemd/network/20-ib0.network",
                List.of(),
                List.of(new FileChange(
                                name(number),
                                "/etc/systemd/network/20-ib0.network",
                                Optional.of(Bytes.ofUtf8(before)),
                                Bytes.ofUtf8(before.replace("2044", "4092")))
                        .operation()),
                List.of());
    }

    private static Step set(int number) {
        return new Step.Act(
                name(number),
                "set ipoib ib0 mtu 4092",
                List.of(),
                List.of(new Operation.SetLinkMtu("ib0", 4092)),
                List.of(new Operation.SetLinkMtu("ib0", 2044)));
    }

    private RunRecord record(Plan plan) {
        List<HostRecord> hosts = new ArrayList<>();
        List<Difference> left = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            HostStatus status = isLost(i)
                    ? HostStatus.UNREACHABLE
                    : isFailed(i) ? HostStatus.FAILED : i == 2 ? HostStatus.HELD : HostStatus.CHANGED;
            List<String> messages = switch (status) {
                case UNREACHABLE -> List.of("connection refused");
                case FAILED -> List.of(NASTY);
                case HELD -> List.of("ipoib ib0: held until node0002 has rebooted");
                default -> List.of();
            };
            hosts.add(new HostRecord(name(i), status, messages, 1, 3));
            if (status == HostStatus.FAILED || status == HostStatus.HELD) {
                left.add(difference(i, Level.RUNNING));
            }
        }
        return new RunRecord(
                hosts,
                plan,
                left,
                List.of(new Held(name(2), "ipoib ib0", "until node0002 has rebooted")),
                List.of(),
                "");
    }

    private FabricFacts fabric() {
        int leaves = (count + PORTS - 1) / PORTS;
        var fabric = new FakeFabric(new PortRef(new NodeGuid(0x1000), 1));
        for (int leaf = 0; leaf < leaves; leaf++) {
            fabric.switchNode(0xa0000 + leaf, 40, "leaf" + (leaf + 1));
        }
        for (int spine = 0; spine < 4; spine++) {
            fabric.switchNode(0xb0000 + spine, 64, "spine" + (spine + 1));
            for (int leaf = 0; leaf < leaves; leaf++) {
                fabric.cable(
                        new PortRef(new NodeGuid(0xa0000 + leaf), 32 + spine),
                        new PortRef(new NodeGuid(0xb0000 + spine), leaf + 1));
            }
        }
        for (int i = 0; i < count; i++) {
            long guid = 0x1000 + 16L * i;
            fabric.adapter(guid, 1, name(i + 1) + " mlx5_0")
                    .cable(
                            new PortRef(new NodeGuid(guid), 1),
                            new PortRef(new NodeGuid(0xa0000 + i / PORTS), i % PORTS + 1));
        }
        fabric.withManager(new PortRef(new NodeGuid(0x1000), 1), 9);
        try {
            return FabricQueries.run(
                    fabric,
                    name(1),
                    new MadPort("mlx5_0", 1),
                    new FabricWish(Set.of(PKey.DEFAULT), false, MadKeys.NONE, DiscoverFabric.DEFAULT_OUTSTANDING));
        } catch (TransportException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
