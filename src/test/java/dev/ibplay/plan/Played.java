package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import java.util.List;

/** A plan for a {@link ModelFabric}, and what comes of it. */
record Played(ModelFabric fabric, List<DesiredHost> desired, Plan plan, Simulator simulator) {
    static Played plan(ModelFabric fabric, DesiredHost... desired) {
        var settings =
                new PlanSettings("p" + ++fabric.runs, Desired.SETTINGS.owner(), Desired.SETTINGS.windows(), true);
        Plan plan = Planner.plan(List.of(desired), fabric.observed(), settings);
        return new Played(fabric, List.of(desired), plan, new Simulator(fabric));
    }

    /** Carries it out; then nothing is left to do. */
    static Played converges(ModelFabric fabric, DesiredHost... desired) {
        Played played = plan(fabric, desired);
        assertThat(played.refusals()).isEmpty();
        played.simulator.apply(played.plan);
        Plan after = Planner.plan(played.desired, fabric.observed(), Desired.SETTINGS);
        assertThat(after.differences()).as("after %s", played.simulator.log).isEmpty();
        assertThat(after.hasSteps()).isFalse();
        assertThat(after.isRefused()).as("%s", after.diagnostics()).isFalse();
        return played;
    }

    /** The steps that change something. */
    List<String> acts() {
        return plan.fabric().stream()
                .filter(Step.Act.class::isInstance)
                .map(s -> s.host() + ": " + s.what())
                .toList();
    }

    List<String> differences() {
        return plan.differences().stream()
                .map(d -> "%s %s %s %s: %s, not %s"
                        .formatted(
                                d.host(), d.resource(), d.attribute(), d.level().word(), d.observed(), d.desired()))
                .toList();
    }

    List<String> refusals() {
        return plan.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.code() + " " + d.message())
                .toList();
    }

    List<String> warnings(Code code) {
        return plan.diagnostics().stream()
                .filter(d -> d.severity() == Severity.WARNING && d.code() == code)
                .map(d -> d.message())
                .toList();
    }
}
