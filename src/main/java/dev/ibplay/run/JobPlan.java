package dev.ibplay.run;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DesiredHost.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The plan of a run that may be a part of a job: fabrics are planned as a whole by each part, and what belongs to another one is taken
 * out of the plan afterwards.
 */
final class JobPlan {
    private final List<DesiredHost> desired;
    private final Together together;
    /** Hosts whose subnet managers another shard changes. */
    private final Set<String> others;

    private boolean isAgreed;

    JobPlan(List<DesiredHost> desired, Together together) {
        this.desired = desired;
        this.together = together;
        this.others = desired.stream()
                .filter(host -> !host.changeable() && host.wanted().stream().anyMatch(Wanted::changeable))
                .map(DesiredHost::host)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The plan of what was read at first; what others have against it refuses it. */
    Plan agreed(Observed observed, PlanSettings settings) {
        if (isAgreed) {
            return of(observed, settings);
        }
        isAgreed = true;
        Optional<String> missing = together.exchange(Planner.found(desired, observed, settings));
        Plan job = Planner.plan(desired, observed, together.known(), settings);
        Optional<String> refused = missing.or(() -> together.agree(job));
        Plan own = own(job);
        return refused.map(why -> refused(own, why)).orElse(own);
    }

    /** The same for what was read later. */
    Plan of(Observed observed, PlanSettings settings) {
        return own(Planner.plan(desired, observed, together.known(), settings));
    }

    private static Plan refused(Plan plan, String because) {
        List<Diagnostic> diagnostics = new ArrayList<>(plan.diagnostics());
        diagnostics.add(
                Diagnostic.error(Code.SHARDS, new Location.Run(), "the shards of this job change nothing: " + because)
                        .withHint("when that is mended, begin the whole job again with a new folder"));
        return new Plan(
                plan.differences(),
                plan.files(),
                plan.shrinking(),
                plan.locks(),
                plan.fabric(),
                plan.growing(),
                diagnostics,
                plan.held(),
                plan.unsupported(),
                plan.verifyOnly());
    }

    private Plan own(Plan job) {
        if (others.isEmpty()) {
            return job;
        }
        return new Plan(
                job.differences().stream().filter(d -> isOwn(d.host())).toList(),
                job.files().stream().filter(file -> isOwn(file.host())).toList(),
                job.shrinking(),
                List.of(),
                List.of(),
                job.growing(),
                job.diagnostics(),
                job.held().stream().filter(held -> isOwn(held.host())).toList(),
                job.unsupported().entrySet().stream()
                        .filter(entry -> isOwn(entry.getKey()))
                        .collect(Collectors.toUnmodifiableMap(entry -> entry.getKey(), entry -> entry.getValue())),
                job.verifyOnly());
    }

    private boolean isOwn(String host) {
        return !others.contains(host);
    }
}
