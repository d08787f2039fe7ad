package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import java.util.Optional;

/** {@code name} or {@code name=value}: the head of a statement, a flag or a member. */
record Entry(Word name, Optional<Word> value) {
    int start() {
        return name.start();
    }

    int end() {
        return value.map(Word::end).orElse(name.end());
    }

    /** The place of the part that a message is about: the value if there is one. */
    Span span() {
        return value.map(Word::span).orElse(name.span());
    }

    boolean isEmpty() {
        return name.text().isEmpty() && value.isEmpty();
    }

    /** As the user would recognise it. */
    @Override
    public String toString() {
        return name.text() + value.map(v -> "=" + v.text()).orElse("");
    }
}
