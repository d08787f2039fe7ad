package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parts of a plan while the planners of the resource types write them. */
public final class PlanDraft {
    public final PlanSettings settings;
    public final KeptFiles kept;
    public final List<Difference> differences = new ArrayList<>();
    public final List<FileChange> files = new ArrayList<>();
    public final List<HostSteps> shrinking = new ArrayList<>();
    public final List<FabricLock> locks = new ArrayList<>();
    public final List<Step> fabric = new ArrayList<>();
    public final List<HostSteps> growing = new ArrayList<>();
    public final List<Diagnostic> diagnostics = new ArrayList<>();
    public final List<Held> held = new ArrayList<>();
    public final Map<String, String> unsupported = new LinkedHashMap<>();
    public final Set<Difference> verifyOnly = new LinkedHashSet<>();

    public PlanDraft(PlanSettings settings) {
        this.settings = settings;
        this.kept = new KeptFiles(settings.run());
    }

    public void refuse(Code code, String host, Span askedBy, String message, String hint) {
        diagnostics.add(Diagnostic.error(code, onHost(host, askedBy), message).withHint(hint));
    }

    public void warn(Code code, String host, Span askedBy, String message) {
        diagnostics.add(Diagnostic.warning(code, onHost(host, askedBy), message));
    }

    public void warn(Code code, String host, Span askedBy, String message, String hint) {
        diagnostics.add(Diagnostic.warning(code, onHost(host, askedBy), message).withHint(hint));
    }

    private static Location onHost(String host, Span askedBy) {
        return new Location.OnHost(host, Optional.empty(), Optional.of(askedBy));
    }

    /** What of a host this version cannot manage; further reasons are told behind the first. */
    public void notSupported(String host, String why) {
        unsupported.merge(host, why, (one, other) -> one.contains(other) ? one : one + "; " + other);
    }

    /** The plan; batches of hosts run play by play, so their steps are told in that order, too. */
    public Plan finished() {
        return new Plan(
                differences,
                files,
                byPlay(shrinking),
                locks,
                fabric,
                byPlay(growing),
                diagnostics,
                held,
                unsupported,
                verifyOnly);
    }

    private static List<HostSteps> byPlay(List<HostSteps> steps) {
        return steps.stream().sorted(Comparator.comparingInt(HostSteps::play)).toList();
    }
}
