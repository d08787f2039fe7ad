package dev.ibplay.journal;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Signal;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A run with some of everything. */
public final class JournalSamples {
    public static final RunName NAME = new RunName("20261130T110702-3f9a");
    public static final Instant NOW = Instant.parse("2026-11-30T11:07:02.345678Z");
    public static final String CONF = "/etc/opensm/opensm.conf";

    public static final Step WRITE = new Step.Act(
            "sm1",
            "write opensm.conf, then send HUP to opensm",
            List.of(),
            List.of(
                    new FileChange(
                                    "sm1",
                                    CONF,
                                    Optional.of(Bytes.ofUtf8("m_key 0x1\nsm_priority 3\n")),
                                    Bytes.ofUtf8("m_key 0x1\nsm_priority 5\n"))
                            .operation(),
                    new Operation.SendSignal(12, 345, Signal.HUP)),
            List.of());

    public static final Step SET = new Step.Act(
            "n1",
            "set ipoib ib0 mtu 4092",
            List.of(),
            List.of(new Operation.SetLinkMtu("ib0", 4092)),
            List.of(new Operation.SetLinkMtu("ib0", 2044)));

    public static final Step WAIT =
            new Step.Await("n1", "ipoib ib0 is as set", List.of(), Duration.ZERO, Duration.ofSeconds(30));

    private JournalSamples() {}

    public static JournalEvent.RunBegan began(JournalEvent.Controller controller, String... hosts) {
        return began(NAME, controller, hosts);
    }

    public static JournalEvent.RunBegan began(RunName name, JournalEvent.Controller controller, String... hosts) {
        return new JournalEvent.RunBegan(
                name,
                "1.0",
                controller,
                new JournalEvent.Invocation(
                        List.of("apply", "site.yml"),
                        "/srv",
                        List.of("site.yml"),
                        List.of("inventory"),
                        List.of(new JournalEvent.Input("site.yml", "ab".repeat(32)))),
                List.of(hosts));
    }

    /** One play that says nothing but its hosts. */
    public static JournalEvent.Plays plays(String... hosts) {
        return new JournalEvent.Plays(
                List.of(new RecordedPlay(
                        "a play",
                        List.of(hosts),
                        List.of(),
                        OptionalInt.empty(),
                        false,
                        OptionalInt.of(120),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.empty())),
                List.of());
    }

    public static JournalEvent.Controller controller() {
        return new JournalEvent.Controller("root", "ctl", 77, OptionalLong.of(4711), Optional.of("boot-1"));
    }

    public static Plan plan() {
        return new Plan(
                List.of(new Difference(
                        "n1", "ipoib ib0", "mtu", Level.RUNNING, "2044", "4092", Span.at("site.yml", 9, 5))),
                List.of(),
                List.of(),
                List.of(),
                List.of(WRITE),
                List.of(new HostSteps(0, "n1", List.of(SET, WAIT))),
                List.of(),
                List.of(),
                Map.of());
    }

    public static RunRecord record() {
        return new RunRecord(
                List.of(
                        new HostRecord("sm1", HostStatus.CHANGED, List.of(), 1, 2),
                        new HostRecord("n1", HostStatus.UNREACHABLE, List.of("the connection broke"), 1, 2)),
                plan(),
                plan().differences(),
                List.of(),
                List.of(),
                "the only host of a batch failed");
    }

    public static RunEvent lost(String host) {
        return new RunEvent.HostFailed(Diagnostic.error(
                Code.HOST_UNREACHABLE,
                new Location.OnHost(host, Optional.empty(), Optional.empty()),
                "the connection broke"));
    }
}
