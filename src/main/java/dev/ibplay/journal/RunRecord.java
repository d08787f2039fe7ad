package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Plan;
import java.util.List;

/**
 * A run at its end.
 *
 * @param plan the plan that was made
 * @param remaining differences found after applying; those of the plan where nothing was applied. Only of hosts that the run
 *     may change
 * @param diagnostics of gathering and applying, besides the plan's own
 * @param stopped why the run ended before its last batch; empty when it did not
 */
public record RunRecord(
        List<HostRecord> hosts, Plan plan, List<Difference> remaining, List<Diagnostic> diagnostics, String stopped) {
    public RunRecord {
        hosts = List.copyOf(hosts);
        remaining = List.copyOf(remaining);
        diagnostics = List.copyOf(diagnostics);
    }

    public boolean any(HostStatus status) {
        return hosts.stream().anyMatch(h -> h.status() == status);
    }
}
