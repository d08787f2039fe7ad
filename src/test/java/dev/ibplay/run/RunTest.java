package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Turn;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunTest {
    private final Map<String, FakeHost> hosts = new TreeMap<>();
    private final List<String> opened = Collections.synchronizedList(new ArrayList<>());

    private FakeHost host(String name) {
        return hosts.computeIfAbsent(name, FakeHost::new);
    }

    private int forks = 4;

    private void nodes(int count, int mtu) {
        for (int i = 1; i <= count; i++) {
            host("n" + i).withInterface(mtu);
        }
    }

    private DesiredState desired(String... play) {
        var problems = new Problems();
        var files = new MapFiles()
                .with("hosts.ini", "[linux]\n" + String.join("\n", hosts.keySet()) + "\n")
                .with("site.yml", "- hosts: linux\n" + String.join("\n", play) + "\n");
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        var playbook = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(playbook), inventory, Map.of(), Selection.ALL, problems);
        assertThat(problems.sorted()).isEmpty();
        return state;
    }

    private DesiredState mtu(int mtu, String... keys) {
        List<String> lines = new ArrayList<>();
        for (String key : keys) {
            lines.add("  " + key);
        }
        lines.add("  state: {ipoib: {ib0: {mtu: " + mtu + "}}}");
        return desired(lines.toArray(String[]::new));
    }

    private RunRecord apply(DesiredState desired) {
        try (Run run = new Run(
                desired,
                this::open,
                new RunIdentity("r1", "alice@control", true),
                forks,
                new NoPatience(),
                event -> {})) {
            return run.apply(run.plan());
        }
    }

    private FakeHost open(String name) throws TransportException {
        opened.add(name);
        FakeHost host = hosts.get(name);
        if (host == null || host.isGone || host.mtu().equals("0")) {
            throw new TransportException(
                    name, TransportException.Kind.UNREACHABLE, "connection refused", Optional.of("is sshd running?"));
        }
        return host;
    }

    private static String words(RunRecord record) {
        List<String> words = new ArrayList<>();
        for (HostRecord host : record.hosts()) {
            words.add(host.host() + "=" + host.status().word());
        }
        return String.join(" ", words);
    }

    /** Time goes on only where somebody would wait. */
    private static final class NoPatience implements Patience {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void pause(Duration duration) {
            now.addAndGet(duration.toNanos());
        }

        @Override
        public boolean isStopping() {
            return false;
        }
    }

    @Test
    void appliesAndVerifies() {
        nodes(3, 2044);
        host("n2").withInterface(1500);
        RunRecord record = apply(mtu(1500));

        assertThat(words(record)).isEqualTo("n1=changed n2=ok n3=changed");
        assertThat(record.remaining()).isEmpty();
        assertThat(record.stopped()).isEmpty();
        assertThat(opened)
                .as("one session for each host, and a second one that proves a change")
                .containsExactlyInAnyOrder("n1", "n1", "n2", "n3", "n3");
        assertThat(hosts.values()).allMatch(h -> h.closed);
    }

    @Test
    void theWayToAHostIsAskedForOnce() {
        for (String confirm : List.of("120s", "none")) {
            hosts.clear();
            nodes(3, 2044);
            hosts.values().forEach(host -> host.saying("sh", "peer 192.0.2.1\n192.0.2.1 dev eth0 src 192.0.2.7\n"));
            RunRecord record = apply(mtu(1500, "confirm: " + confirm));

            assertThat(words(record)).as(confirm).isEqualTo("n1=changed n2=changed n3=changed");
            assertThat(hosts.values())
                    .as(confirm)
                    .allSatisfy(host -> assertThat(host.ran)
                            .filteredOn(command -> command.contains("SSH_CONNECTION"))
                            .hasSize(1));
        }
    }

    @Test
    void aHostOfAnotherKindIsUnsupportedAndNoFailure() {
        nodes(2, 2044);
        SessionOpener opener = name -> {
            if (name.equals("n2")) {
                throw new TransportException(
                        name, TransportException.Kind.NOT_MANAGED, "a Windows host: not managed yet", Optional.empty());
            }
            return open(name);
        };
        try (Run run = new Run(
                mtu(1500), opener, new RunIdentity("r1", "alice@control", true), 4, new NoPatience(), event -> {})) {
            RunRecord record = run.apply(run.plan());
            assertThat(words(record)).isEqualTo("n1=changed n2=unsupported");
            assertThat(record.hosts().getLast().messages()).containsExactly("a Windows host: not managed yet");
        }
    }

    @Test
    void planningChangesNothing() {
        nodes(2, 2044);
        try (Run run = new Run(
                mtu(1500),
                this::open,
                new RunIdentity("r1", "alice@control", true),
                4,
                new NoPatience(),
                event -> {})) {
            Plan plan = run.plan();
            assertThat(plan.differences()).hasSize(2);
            assertThat(run.planned(plan).remaining()).hasSize(2);
        }
        assertThat(host("n1").mtu()).isEqualTo("2044");
    }

    @Test
    void aFailedHostDoesNotStopTheOthersByItself() {
        nodes(3, 2044);
        host("n1").refusesChanges = true;
        RunRecord record = apply(mtu(1500));

        assertThat(words(record)).isEqualTo("n1=reverted n2=changed n3=changed");
        assertThat(record.stopped()).isEmpty();
        assertThat(record.diagnostics())
                .filteredOn(d -> d.code() == Code.GUARD_FIRED)
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.message()).isEqualTo("MTU of ib0: invalid argument; the old state is back");
                    Location.OnHost place = (Location.OnHost) d.location();
                    assertThat(place.host()).isEqualTo("n1");
                    assertThat(place.step())
                            .contains("set ipoib ib0 mtu 1500, or back after 120 s without confirmation");
                    assertThat(place.askedBy()).isPresent();
                });
    }

    @Test
    void aBatchThatFailsAsAWholeStopsTheRun() {
        nodes(3, 2044);
        host("n1").refusesChanges = true;
        RunRecord record = apply(mtu(1500, "serial: 1"));

        assertThat(words(record)).isEqualTo("n1=reverted n2=skipped n3=skipped");
        assertThat(record.stopped()).isEqualTo("the only host of a batch failed");
        assertThat(host("n2").mtu()).isEqualTo("2044");
    }

    @Test
    void maxFailPercentageMustBeExceeded() {
        forks = 1;
        nodes(4, 2044);
        host("n1").refusesChanges = true;
        assertThat(words(apply(mtu(1500, "serial: 2", "max_fail_percentage: 50"))))
                .isEqualTo("n1=reverted n2=changed n3=changed n4=changed");

        nodes(4, 2044);
        RunRecord record = apply(mtu(1500, "serial: 2", "max_fail_percentage: 49"));
        assertThat(words(record)).isEqualTo("n1=reverted n2=skipped n3=skipped n4=skipped");
        assertThat(record.stopped()).isEqualTo("max_fail_percentage: 1 of 2 hosts of a batch failed, more than 49 %");
    }

    @Test
    void unreachableHostsCountAsFailures() {
        nodes(4, 2044);
        host("n2").withInterface(0);
        RunRecord record = apply(mtu(1500, "serial: 2", "max_fail_percentage: 0"));

        assertThat(words(record)).isEqualTo("n1=skipped n2=unreachable n3=skipped n4=skipped");
    }

    @Test
    void whereItWillStopForThatIsKnownBeforehand() {
        nodes(4, 2044);
        host("n3").withInterface(0);
        try (Run run = new Run(
                mtu(1500, "serial: 2", "max_fail_percentage: 0"),
                this::open,
                new RunIdentity("r1", "alice@control", true),
                1,
                new NoPatience(),
                event -> {})) {
            assertThat(run.rollout(run.plan())).extracting(Turn::endsAt).containsExactly(OptionalInt.of(2));
        }
    }

    @Test
    void anyErrorsFatal() {
        forks = 1;
        nodes(4, 2044);
        host("n2").refusesChanges = true;
        RunRecord record = apply(mtu(1500, "serial: 2", "any_errors_fatal: true"));

        assertThat(words(record)).isEqualTo("n1=changed n2=reverted n3=skipped n4=skipped");
        assertThat(record.stopped()).isEqualTo("any_errors_fatal: 1 of 2 hosts of a batch failed");
        assertThat(record.remaining())
                .as("what is found, not what was planned")
                .extracting(Difference::host)
                .doesNotContain("n1")
                .contains("n2", "n3", "n4");
    }

    @Test
    void aHostThatIsRightAlreadyIsNeverSkipped() {
        nodes(3, 2044);
        host("n3").withInterface(1500);
        host("n1").refusesChanges = true;
        RunRecord record = apply(mtu(1500, "serial: 1"));

        assertThat(words(record)).isEqualTo("n1=reverted n2=skipped n3=ok");
    }

    @Test
    void aLostConnectionMakesAHostUnreachable() {
        nodes(2, 2044);
        host("n1").breaksOnChanges = true;
        assertThat(words(apply(mtu(1500)))).isEqualTo("n1=unreachable n2=changed");
    }

    @Test
    void oneSweepForEachFabric() {
        FakeFabric fabric = new FakeFabric(new PortRef(new NodeGuid(0x100), 1))
                .adapter(0x100, 1, "n1 HCA-1")
                .adapter(0x200, 1, "n2 HCA-1")
                .cable(new PortRef(new NodeGuid(0x100), 1), new PortRef(new NodeGuid(0x200), 1));
        host("n1").withInterface(2044).withPort("0000:0000:0000:0101", fabric);
        host("n2").withInterface(2044).withPort("0000:0000:0000:0201", fabric);
        try (Run run = new Run(
                mtu(1500),
                this::open,
                new RunIdentity("r1", "alice@control", true),
                4,
                new NoPatience(),
                event -> {})) {
            run.plan();
        }
        assertThat(host("n1").sweeps).isPositive();
        assertThat(host("n2").sweeps).isZero();
    }

    @Test
    void theWeightierStatusStays() {
        var states = new HostStates(List.of("n1"), event -> {});
        states.mark("n1", HostStatus.FAILED, "broken");
        states.mark("n1", HostStatus.CHANGED, "");

        assertThat(states.status("n1")).isEqualTo(HostStatus.FAILED);
        assertThat(states.records().getFirst().messages()).containsExactly("broken");
        assertThat(states.session("n1")).isEmpty();
    }

    @Test
    void sessionsOfFailedHostsAreNotUsedAnyMore() {
        var states = new HostStates(List.of("n1"), event -> {});
        states.opened("n1", host("n1"));
        assertThat(states.session("n1")).isPresent();
        states.failed("n1", "a step", Optional.empty(), "it broke");
        assertThat(states.session("n1")).isEmpty();
        states.close();
        assertThat(host("n1").closed).isTrue();
    }
}
