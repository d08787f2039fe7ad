package dev.ibplay.diag;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the diagnostics of a phase, so that a user sees all mistakes of a file in one run. Not safe for use by
 * several threads.
 */
public final class Problems {
    private final List<Diagnostic> found = new ArrayList<>();

    public void add(Diagnostic diagnostic) {
        if (!found.contains(diagnostic)) {
            found.add(diagnostic);
        }
    }

    public void error(Code code, Span span, String message) {
        add(Diagnostic.error(code, span, message));
    }

    public void error(Code code, Span span, String message, String hint) {
        add(Diagnostic.error(code, span, message).withHint(hint));
    }

    public void warning(Code code, Span span, String message) {
        add(Diagnostic.warning(code, span, message));
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(d -> d.severity() == Severity.ERROR);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** All diagnostics: those with a place in a file first, in the order of the places, then the rest as they came. */
    public List<Diagnostic> sorted() {
        var placed = found.stream()
                .filter(d -> d.location() instanceof Location.InSource)
                .sorted(Comparator.comparing(d -> ((Location.InSource) d.location()).span()))
                .toList();
        var result = new ArrayList<>(placed);
        found.stream().filter(d -> !(d.location() instanceof Location.InSource)).forEach(result::add);
        return List.copyOf(result);
    }
}
