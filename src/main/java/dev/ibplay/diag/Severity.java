package dev.ibplay.diag;

/** How much a diagnostic weighs. Only errors stop a run. */
public enum Severity {
    ERROR,
    WARNING,
    NOTE;

    /** The word that is printed, in lower case as compilers print it. */
    public String word() {
        return switch (this) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case NOTE -> "note";
        };
    }
}
