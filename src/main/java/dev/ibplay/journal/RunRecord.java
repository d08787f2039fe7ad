package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Plan;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run at its end.
 *
 * @param plan the plan that was made
 * @param remaining differences found after applying; those of the plan where nothing was applied, and where an early end did not
 *     let anybody look again. Only of hosts that the run may change
 * @param held what waits for a reboot or a reload of a driver
 * @param diagnostics of gathering and applying, besides the plan's own
 * @param stopped why the run ended before its last batch; empty when it did not
 */
public record RunRecord(
        List<HostRecord> hosts,
        Plan plan,
        List<Difference> remaining,
        List<Held> held,
        List<Diagnostic> diagnostics,
        String stopped) {
    public RunRecord {
        hosts = List.copyOf(hosts);
        remaining = List.copyOf(remaining);
        held = List.copyOf(held);
        diagnostics = List.copyOf(diagnostics);
    }

    /** The same with what was found out after it. */
    public RunRecord withFurther(List<Diagnostic> further) {
        return new RunRecord(
                hosts,
                plan,
                remaining,
                held,
                Stream.concat(diagnostics.stream(), further.stream()).toList(),
                stopped);
    }

    /** What remains although nothing holds it back, and although it could be changed. */
    public List<Difference> open() {
        return remaining.stream()
                .filter(d -> !plan.verifyOnly().contains(d))
                .filter(d -> held.stream().noneMatch(h -> h.explains(d)))
                .toList();
    }

    public boolean any(HostStatus status) {
        return hosts.stream().anyMatch(h -> h.status() == status);
    }
}
