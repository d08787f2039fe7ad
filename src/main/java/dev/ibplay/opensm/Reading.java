package dev.ibplay.opensm;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;

/**
 * The value that OpenSM gets for one key of opensm.conf at its start.
 *
 * @param from the line that it comes from; empty for OpenSM's default
 * @param problems why the value is not what the file seems to say; empty when it is
 */
public record Reading<T>(T value, Optional<Span> from, List<Diagnostic> problems) {
    public Reading {
        problems = List.copyOf(problems);
    }

    /** Without the value, which may be a secret. */
    @Override
    public String toString() {
        return "Reading[from=%s, problems=%s]".formatted(from, problems);
    }
}
