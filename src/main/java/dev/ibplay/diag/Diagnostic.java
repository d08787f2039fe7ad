package dev.ibplay.diag;

import java.util.Optional;

/**
 * One thing to tell the user: what is wrong, where, and what to do about it.
 *
 * @param message one sentence without a full stop
 * @param hint the next step, if there is one
 */
public record Diagnostic(Severity severity, Code code, String message, Optional<String> hint, Location location) {
    public static Diagnostic error(Code code, Span span, String message) {
        return new Diagnostic(Severity.ERROR, code, message, Optional.empty(), new Location.InSource(span));
    }

    public static Diagnostic warning(Code code, Span span, String message) {
        return new Diagnostic(Severity.WARNING, code, message, Optional.empty(), new Location.InSource(span));
    }

    public static Diagnostic error(Code code, Location location, String message) {
        return new Diagnostic(Severity.ERROR, code, message, Optional.empty(), location);
    }

    public static Diagnostic note(Code code, Location location, String message) {
        return new Diagnostic(Severity.NOTE, code, message, Optional.empty(), location);
    }

    public static Diagnostic warning(Code code, Location location, String message) {
        return new Diagnostic(Severity.WARNING, code, message, Optional.empty(), location);
    }

    public Diagnostic withHint(String text) {
        return new Diagnostic(severity, code, message, Optional.of(text), location);
    }
}
