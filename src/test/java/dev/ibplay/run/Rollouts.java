package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.playbook.DesiredState;
import java.util.List;
import java.util.Map;

/** Puts rollouts together whose hosts are found as they should be between batches. */
record Rollouts(SessionOpener opener, HostStates states, HostLocks locks, Forks forks, Patience patience) {
    Applying applying(DesiredState desired, Plan plan) {
        var nothing = new Observed(Map.of(), List.of());
        var steps = new StepRunner(opener, states, locks, patience, plan.differences());
        var commands = new CommandRunner(states, new Delegates(opener), patience, text -> text);
        var around = new AroundChanges(desired, plan, commands, states);
        var hosts = new HostHealth(
                new Gathering(opener, states, forks), observed -> Plan.EMPTY, nothing, plan, states, patience);
        var batches = new BatchRuns(
                desired,
                states,
                steps,
                around,
                hosts,
                new FabricHealth(nothing, states, patience),
                forks,
                patience,
                Consent.GIVEN,
                Together.ALONE);
        return new Applying(states, locks, forks, patience, Consent.GIVEN, steps, around, batches, Together.ALONE);
    }
}
