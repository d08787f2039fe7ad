package dev.ibplay.report;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A plan and its record with some of everything. */
final class Samples {
    private Samples() {}

    static Span line(int line) {
        return Span.at("site.yml", line, 9);
    }

    private static Step act(String host, String what) {
        return new Step.Act(host, what, List.of(), List.of(), List.of());
    }

    private static Step await(String host, String what) {
        return new Step.Await(host, what, List.of(), Duration.ZERO, Duration.ofSeconds(30));
    }

    static List<Difference> differences() {
        return List.of(
                new Difference("sm1", "opensm", "priority", Level.FILE, "5", "9", line(4)),
                new Difference("sm1", "opensm", "priority", Level.FABRIC, "5", "9", line(4)),
                new Difference("sm1", "partition 0x7fff", "mtu", Level.FILE, "2048", "4096", line(6)),
                new Difference("node1", "ipoib ib0", "mtu", Level.RUNNING, "2044", "4092", line(12)),
                new Difference("sm1", "partition 0x7fff", "mtu", Level.FABRIC, "no group", "4096", line(6)));
    }

    static Plan plan(Diagnostic... diagnostics) {
        return new Plan(
                differences(),
                List.of(new FileChange(
                        "sm1",
                        "/etc/opensm/opensm.conf",
                        Optional.of(Bytes.ofUtf8("sm_key 0x1234\nsm_priority 5\n")),
                        Bytes.ofUtf8("sm_key 0x1234\nsm_priority 9\n"))),
                List.of(new HostSteps(0, "node2", List.of(act("node2", "set ipoib ib0 mtu 1020")))),
                List.of(new FabricLock("sm1", "/var/lib/ibplay/fabric-0x0011750000a10011.lock")),
                List.of(
                        act("sm1", "write /etc/opensm/opensm.conf, then send HUP to opensm"),
                        await("sm1", "the subnet manager of sm1 answers")),
                List.of(new HostSteps(1, "node1", List.of(act("node1", "set ipoib ib0 mtu 4092")))),
                List.of(diagnostics),
                List.of(),
                Map.of());
    }

    static Diagnostic refusal() {
        return Diagnostic.error(
                        Code.MTU_CHAIN,
                        new Location.OnHost("node1", Optional.empty(), Optional.of(line(12))),
                        "ib0 cannot have MTU 4092")
                .withHint("write 2044 here");
    }

    static RunRecord record() {
        return new RunRecord(
                List.of(
                        new HostRecord("sm1", HostStatus.CHANGED, List.of(), 1, 7),
                        new HostRecord("node1", HostStatus.FAILED, List.of("MTU of ib0: invalid argument"), 1, 4),
                        new HostRecord("n2", HostStatus.UNREACHABLE, List.of("connection refused"), 0, 0)),
                plan(),
                List.of(new Difference("node1", "ipoib ib0", "mtu", Level.RUNNING, "2044", "4092", line(12))),
                List.of(),
                List.of(Diagnostic.error(
                        Code.STEP_FAILED,
                        new Location.OnHost("node1", Optional.of("set ipoib ib0 mtu 4092"), Optional.empty()),
                        "MTU of ib0: invalid argument")),
                "the only host of a batch failed");
    }
}
