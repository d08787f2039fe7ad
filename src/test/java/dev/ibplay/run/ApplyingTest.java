package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Operation;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The order of shrinking, fabric and growing, and what ends it. */
class ApplyingTest {
    private final FakeHost sm1 = new FakeHost("sm1").withInterface(2044);
    private final FakeHost n1 = new FakeHost("n1").withInterface(2044);
    private final FakeHost n2 = new FakeHost("n2").withInterface(2044);
    private final HostStates states = new HostStates(List.of("sm1", "n1", "n2"), event -> {});
    private boolean stopping;
    private List<FabricLock> locks = List.of();

    private static Step set(String host, int mtu) {
        return new Step.Act(
                host, "set mtu " + mtu, List.of(), List.of(new Operation.SetLinkMtu("ib0", mtu)), List.of());
    }

    private static HostSteps steps(String host, int mtu) {
        return new HostSteps(0, host, List.of(set(host, mtu)));
    }

    private Optional<String> apply(List<HostSteps> shrinking, List<Step> fabric, List<HostSteps> growing) {
        states.opened("sm1", sm1);
        states.opened("n1", n1);
        states.opened("n2", n2);
        var problems = new Problems();
        var files = new MapFiles()
                .with("hosts.ini", "sm1\nn1\nn2\n")
                .with("site.yml", "- hosts: n1,n2\n  state: {ipoib: {ib0: {mtu: 1500}}}\n");
        DesiredState state = Resolver.resolve(
                List.of(new PlaybookParser(files, Map.of(), problems).parse("site.yml")),
                new InventoryReader(files, problems).read(List.of("hosts.ini")),
                Map.of(),
                Selection.ALL,
                problems);
        Plan plan = new Plan(List.of(), List.of(), shrinking, locks, fabric, growing, List.of(), List.of(), Map.of());
        try (var forks = new Forks(2)) {
            var taken = new HostLocks("r1", "alice@control");
            SessionOpener opener = host -> {
                throw new AssertionError("no second connection is needed to " + host);
            };
            return new Rollouts(opener, states, taken, forks, patience())
                    .applying(state, plan)
                    .apply(plan);
        }
    }

    private Patience patience() {
        return new Patience() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void pause(Duration duration) {}

            @Override
            public boolean isStopping() {
                return stopping;
            }
        };
    }

    @Test
    void allThreeParts() {
        assertThat(apply(List.of(steps("n1", 1000)), List.of(set("sm1", 1200)), List.of(steps("n2", 4000))))
                .isEmpty();
        assertThat(List.of(n1.mtu(), sm1.mtu(), n2.mtu())).containsExactly("1000", "1200", "4000");
    }

    @Test
    void theFabricIsLeftAloneWhileAHostDidNotShrink() {
        n1.refusesChanges = true;
        assertThat(apply(List.of(steps("n1", 1000), steps("n2", 1000)), List.of(set("sm1", 1200)), List.of()))
                .contains("the subnet managers are left alone, since these hosts did not shrink first: n1");
        assertThat(sm1.mtu()).isEqualTo("2044");
    }

    @Test
    void aFailureInTheFabricStopsBeforeAnythingGrows() {
        sm1.refusesChanges = true;
        assertThat(apply(List.of(), List.of(set("sm1", 1200)), List.of(steps("n2", 4000))))
                .contains("the subnet managers are not as planned, so no further host is changed");
        assertThat(n2.mtu()).isEqualTo("2044");
        assertThat(states.status("n2")).isEqualTo(HostStatus.SKIPPED);
    }

    @Test
    void theFabricIsLockedAtAllItsSubnetManagersBeforeItsFirstStep() {
        locks = List.of(new FabricLock("sm1", "/l/fabric-1.lock"), new FabricLock("n2", "/l/fabric-2.lock"));
        assertThat(apply(List.of(steps("n1", 1000)), List.of(set("sm1", 1200)), List.of()))
                .isEmpty();
        assertThat(sm1.locked).containsExactly("/l/fabric-1.lock", HostLocks.PATH);
        assertThat(n2.locked).containsExactly("/l/fabric-2.lock");
        assertThat(states.status("n2")).isEqualTo(HostStatus.OK);
    }

    @Test
    void aFabricThatAnotherRunChangesIsLeftAlone() {
        locks = List.of(new FabricLock("sm1", "/l/fabric-1.lock"), new FabricLock("n2", "/l/fabric-2.lock"));
        n2.lockOfOthers = "/l/fabric-2.lock";
        assertThat(apply(List.of(), List.of(set("sm1", 1200)), List.of(steps("n1", 4000))))
                .contains(
                        "the subnet managers are left alone: another run changes this fabric: r0 of bob@other, for 7 s;"
                                + " wait until it has ended");
        assertThat(List.of(sm1.mtu(), n1.mtu())).containsExactly("2044", "2044");
        assertThat(states.status("n2")).isEqualTo(HostStatus.FAILED);
        assertThat(states.status("n1")).isEqualTo(HostStatus.SKIPPED);
    }

    @Test
    void withoutFabricStepsNoFabricIsLocked() {
        locks = List.of(new FabricLock("sm1", "/l/fabric-1.lock"));
        assertThat(apply(List.of(steps("n1", 1000)), List.of(), List.of())).isEmpty();
        assertThat(sm1.locked).isEmpty();
    }

    @Test
    void anInterruptionStopsBeforeTheFabric() {
        stopping = true;
        assertThat(apply(List.of(), List.of(set("sm1", 1200)), List.of())).contains("interrupted");
        assertThat(sm1.mtu()).isEqualTo("2044");
    }
}
