package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.GuardObserved.State;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.NetworkObserved;
import dev.ibplay.plan.whole.GuardFindings;
import dev.ibplay.plan.whole.Planner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuardFindingsTest {
    private static final String FOLDER = "/var/lib/ibplay/guards/r0-0-grow";

    private final ModelFabric fabric = ModelFabric.twoK();

    private Plan with(State state, Map<String, String> record) {
        fabric.host("node1").guards.add(new GuardObserved(FOLDER, state, record, ""));
        return Planner.plan(List.of(host("node1", ib0(1500))), fabric.observed(), Desired.SETTINGS);
    }

    private Plan with(State state) {
        return with(state, Map.of("run", "r0", "what", "set ipoib ib0 mtu 1400"));
    }

    private static void says(Plan plan, Code code, String message) {
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.message()).isEqualTo(message);
            assertThat(d.location().toString()).contains("node1");
        });
    }

    @Test
    void oneThatWaitsKeepsHandsOff() {
        Plan plan = with(new State.Waiting(70));
        says(
                plan,
                Code.GUARD_WAITING,
                "\"set ipoib ib0 mtu 1400\" of run r0 waits for its confirmation; the host takes it back in 70 s");
        assertThat(plan.isRefused()).isTrue();
        assertThat(GuardFindings.removal(fabric.host("node1").facts())).isEmpty();
    }

    @Test
    void oneThatHasUndoneItsChange() {
        Plan plan = with(new State.Undone());
        says(
                plan,
                Code.GUARD_FOUND,
                "the host has taken \"set ipoib ib0 mtu 1400\" of run r0 back, since it was not confirmed");
        assertThat(plan.isRefused()).isFalse();
        assertThat(GuardFindings.removal(fabric.host("node1").facts())).hasSize(1);
    }

    @Test
    void aRebootAndWhatNobodyKnows() {
        says(
                with(new State.Rebooted()),
                Code.GUARD_FOUND,
                "the host went down before \"set ipoib ib0 mtu 1400\" of run r0 was confirmed; it came up with its old files");
        fabric.host("node1").guards.clear();
        says(
                with(new State.Unknown("failed"), Map.of()),
                Code.GUARD_FOUND,
                "\"a change\" of run an unknown run may be half done: its guard is failed");
    }

    /** There a task of the scheduler goes with the folder, which arming the next guard sees to. */
    @Test
    void onWindowsNoCommandRemovesThem() {
        HostSystem windows = new HostSystem(HostSystem.Kind.WINDOWS, "Windows", Fact.unreadable("not asked"));
        GuardObserved guard = new GuardObserved(FOLDER, new State.Undone(), Map.of(), "");
        assertThat(GuardFindings.removal(facts(windows, guard))).isEmpty();
        assertThat(GuardFindings.removal(facts(HostSystem.LINUX, guard))).hasSize(1);
    }

    private static HostFacts facts(HostSystem system, GuardObserved guard) {
        return new HostFacts(
                "node1",
                List.of(),
                List.of(),
                Fact.absent(),
                NetworkObserved.NOT_ASKED,
                Map.of(),
                List.of(guard),
                system,
                Optional.empty());
    }

    @Test
    void whatWasConfirmedIsNoNews() {
        assertThat(said(with(new State.Confirmed()))).isEmpty();
    }
}
