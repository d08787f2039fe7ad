package dev.ibplay.facts;

import java.util.Optional;
import java.util.function.Function;

/**
 * What is known of one thing. Absent and unreadable are different: what could not be read is never taken for absent.
 *
 * @param <T> the value when there is one; immutable
 */
public sealed interface Fact<T> {

    /** It was read. */
    record Known<T>(T value) implements Fact<T> {}

    /** It was looked for where it would be, and is not there. */
    record Absent<T>() implements Fact<T> {}

    /**
     * It could not be read.
     *
     * @param because for people: the cause in the field's words, without the host's name
     */
    record Unreadable<T>(String because) implements Fact<T> {}

    static <T> Fact<T> known(T value) {
        return new Known<>(value);
    }

    static <T> Fact<T> absent() {
        return new Absent<>();
    }

    static <T> Fact<T> unreadable(String because) {
        return new Unreadable<>(because);
    }

    /** The value if known; loses whether it is absent or unreadable, so only for display and for tests. */
    default Optional<T> ifKnown() {
        return switch (this) {
            case Known<T> known -> Optional.of(known.value());
            case Absent<T> ignored -> Optional.empty();
            case Unreadable<T> ignored -> Optional.empty();
        };
    }

    /** The same fact about something derived from the value. */
    default <R> Fact<R> map(Function<? super T, R> function) {
        return flatMap(value -> known(function.apply(value)));
    }

    /** The same fact with what {@code next} makes of a known value. */
    default <R> Fact<R> flatMap(Function<? super T, Fact<R>> next) {
        return switch (this) {
            case Known<T> known -> next.apply(known.value());
            case Absent<T> ignored -> absent();
            case Unreadable<T> unreadable -> unreadable(unreadable.because());
        };
    }
}
