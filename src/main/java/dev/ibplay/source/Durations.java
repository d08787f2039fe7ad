package dev.ibplay.source;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as playbooks write them: {@code 90}, {@code 90s}, {@code 2m}, {@code 1h30m}, {@code 2d}. */
public final class Durations {
    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{1,4})d)?(?:(\\d{1,4})h)?(?:(\\d{1,5})m)?(?:(\\d{1,7})s?)?");

    private Durations() {}

    /** Reads one; a bare number counts seconds. Nothing for anything else. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (text.isBlank() || !matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofDays(number(matcher, 1))
                .plusHours(number(matcher, 2))
                .plusMinutes(number(matcher, 3))
                .plusSeconds(number(matcher, 4)));
    }

    /** The shortest text that {@link #parse} reads as this length of whole seconds: {@code 1h30m}, {@code 10s}. */
    public static String text(Duration length) {
        if (length.toSeconds() == 0) {
            return "0s";
        }
        return part(length.toDays(), "d")
                + part(length.toHoursPart(), "h")
                + part(length.toMinutesPart(), "m")
                + part(length.toSecondsPart(), "s");
    }

    private static String part(long number, String unit) {
        return number == 0 ? "" : number + unit;
    }

    private static long number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
    }
}
