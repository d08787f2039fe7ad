package dev.ibplay.facts;

import java.util.Optional;
import java.util.function.Function;

/** What is known of one thing. Absent and unreadable are never the same: what could not be read may well be there. */
public sealed interface Fact<T> {
    record Known<T>(T value) implements Fact<T> {}

    /** It is known not to be there. */
    record Absent<T>() implements Fact<T> {}

    /**
     * It could not be found out.
     *
     * @param because what stood in the way, for people
     */
    record Unreadable<T>(String because) implements Fact<T> {}

    default Optional<T> known() {
        return this instanceof Known<T> known ? Optional.of(known.value()) : Optional.empty();
    }

    /** The same kind of fact about something derived from the value. */
    default <U> Fact<U> map(Function<T, U> function) {
        return switch (this) {
            case Known<T> known -> new Known<>(function.apply(known.value()));
            case Absent<T> ignored -> new Absent<>();
            case Unreadable<T> unreadable -> new Unreadable<>(unreadable.because());
        };
    }
}
