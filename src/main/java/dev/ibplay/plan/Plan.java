package dev.ibplay.plan;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Severity;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that apply does, in order, and why. Interfaces that must shrink go first, then the fabric as a whole, then the
 * interfaces that grow: so a member's MTU is at no time above what its group carries.
 *
 * @param differences what is not as desired
 * @param files the contents that the steps write, for diffs
 * @param shrinking steps of hosts before the fabric's own
 * @param locks to be held before the fabric's own steps
 * @param fabric steps on subnet managers, lifted out of the plays
 * @param growing steps of hosts after the fabric's own
 * @param diagnostics refusals (errors) and warnings
 * @param held what waits for a reboot or a reload of a driver
 * @param unsupported hosts with something that this version cannot manage, and why
 * @param verifyOnly those of the differences that this version can see and not change
 */
public record Plan(
        List<Difference> differences,
        List<FileChange> files,
        List<HostSteps> shrinking,
        List<FabricLock> locks,
        List<Step> fabric,
        List<HostSteps> growing,
        List<Diagnostic> diagnostics,
        List<Held> held,
        Map<String, String> unsupported,
        Set<Difference> verifyOnly) {
    /** Nothing was found, and nothing is to be done. */
    public static final Plan EMPTY = new Plan(
            List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of(), Set.of());

    public Plan {
        differences = List.copyOf(differences);
        files = List.copyOf(files);
        shrinking = List.copyOf(shrinking);
        locks = List.copyOf(locks);
        fabric = List.copyOf(fabric);
        growing = List.copyOf(growing);
        diagnostics = List.copyOf(diagnostics);
        held = List.copyOf(held);
        unsupported = Map.copyOf(unsupported);
        verifyOnly = Set.copyOf(verifyOnly);
    }

    /** One that can change all that it sees. */
    public Plan(
            List<Difference> differences,
            List<FileChange> files,
            List<HostSteps> shrinking,
            List<FabricLock> locks,
            List<Step> fabric,
            List<HostSteps> growing,
            List<Diagnostic> diagnostics,
            List<Held> held,
            Map<String, String> unsupported) {
        this(differences, files, shrinking, locks, fabric, growing, diagnostics, held, unsupported, Set.of());
    }

    /** Whether the plan must not be applied. */
    public boolean isRefused() {
        return diagnostics.stream().anyMatch(d -> d.severity() == Severity.ERROR);
    }

    public boolean hasDifferences() {
        return !differences.isEmpty();
    }

    /** Whether there is anything for apply to do. */
    public boolean hasSteps() {
        return !(shrinking.isEmpty() && fabric.isEmpty() && growing.isEmpty());
    }
}
