package dev.ibplay.lab.shell;

import java.util.List;

/** A word as it was written: what it becomes is known when its command runs (POSIX.1-2017, XCU 2.6). */
record Word(List<Part> parts) {
    static final Word EMPTY = new Word(List.of());

    Word {
        parts = List.copyOf(parts);
    }

    sealed interface Part {}

    /** Unquoted text, which may be a pattern. */
    record Literal(String text) implements Part {}

    /** Text that only stands for itself. */
    record Quoted(String text) implements Part {}

    /** What stood between double quotes; a field even when it is empty. */
    record DoubleQuoted(List<Part> parts) implements Part {}

    record Parameter(int line, String name, Operator operator, boolean colon, Word argument) implements Part {}

    record Length(int line, String name) implements Part {}

    record Output(Command body) implements Part {}

    record Arithmetic(int line, Word expression) implements Part {}

    /** What stands behind a parameter's name. */
    enum Operator {
        NONE,
        DEFAULT,
        ASSIGN,
        ERROR,
        ALTERNATIVE,
        SHORTEST_PREFIX,
        LONGEST_PREFIX,
        SHORTEST_SUFFIX,
        LONGEST_SUFFIX;

        boolean isPattern() {
            return switch (this) {
                case SHORTEST_PREFIX, LONGEST_PREFIX, SHORTEST_SUFFIX, LONGEST_SUFFIX -> true;
                case NONE, DEFAULT, ASSIGN, ERROR, ALTERNATIVE -> false;
            };
        }
    }

    /** The text when the word is nothing but unquoted text, else empty: what reserved words and names are made of. */
    String bare() {
        return parts.size() == 1 && parts.getFirst() instanceof Literal literal ? literal.text() : "";
    }

    boolean isQuoted() {
        return parts.stream().anyMatch(part -> part instanceof Quoted || part instanceof DoubleQuoted);
    }
}
