package dev.ibplay.transport.helper;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which far end a host gets: the inventory variable {@code ibplay_helper}. */
public sealed interface HelperChoice {
    /** The helper of this program, brought to the host when it is not there. */
    record Automatic() implements HelperChoice {}

    /** A program that is on the host already: for hosts where nothing may be put, and for simulated fabrics. */
    record AtPath(String path) implements HelperChoice {
        /** What every login shell takes literally. */
        private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_./+-]+");

        public AtPath {
            if (!PLAIN.matcher(path).matches()) {
                throw new IllegalArgumentException("not a plain absolute path: " + path);
            }
        }
    }

    /** No helper: the host's own shell and tools. */
    record None() implements HelperChoice {}

    /** Reads {@code auto}, {@code none} or an absolute path of letters, digits and {@code _ . / + -}. */
    static Optional<HelperChoice> parse(String text) {
        return switch (text) {
            case "auto" -> Optional.of(new Automatic());
            case "none" -> Optional.of(new None());
            default -> AtPath.PLAIN.matcher(text).matches() ? Optional.of(new AtPath(text)) : Optional.empty();
        };
    }
}
