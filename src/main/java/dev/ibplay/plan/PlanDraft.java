package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of a plan while the planners of the resource types write them. */
final class PlanDraft {
    final PlanSettings settings;
    final KeptFiles kept;
    final List<Difference> differences = new ArrayList<>();
    final List<FileChange> files = new ArrayList<>();
    final List<HostSteps> shrinking = new ArrayList<>();
    final List<Step> fabric = new ArrayList<>();
    final List<HostSteps> growing = new ArrayList<>();
    final List<Diagnostic> diagnostics = new ArrayList<>();
    final List<Held> held = new ArrayList<>();
    final Map<String, String> unsupported = new LinkedHashMap<>();

    PlanDraft(PlanSettings settings) {
        this.settings = settings;
        this.kept = new KeptFiles(settings.run());
    }

    void refuse(Code code, String host, Span askedBy, String message, String hint) {
        diagnostics.add(Diagnostic.error(code, onHost(host, askedBy), message).withHint(hint));
    }

    void warn(Code code, String host, Span askedBy, String message) {
        diagnostics.add(Diagnostic.warning(code, onHost(host, askedBy), message));
    }

    void warn(Code code, String host, Span askedBy, String message, String hint) {
        diagnostics.add(Diagnostic.warning(code, onHost(host, askedBy), message).withHint(hint));
    }

    private static Location onHost(String host, Span askedBy) {
        return new Location.OnHost(host, Optional.empty(), Optional.of(askedBy));
    }

    Plan finished() {
        return new Plan(differences, files, shrinking, fabric, growing, diagnostics, held, unsupported);
    }
}
