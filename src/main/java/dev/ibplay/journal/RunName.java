package dev.ibplay.journal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The name of one run: one word that sorts by time, as {@code 20261130T110702-3f9a}. The time is UTC, and goes on behind the
 * hyphen with 1/4096 seconds in three of the digits.
 */
public record RunName(String text) implements Comparable<RunName> {
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss").withZone(ZoneOffset.UTC);
    private static final int PARTS = 0x1000;
    private static final int RANDOM = 0x10;
    private static final long NANOS = 1_000_000_000L;
    private static final Pattern FORM = Pattern.compile("\\d{8}T\\d{6}-[0-9a-f]{4}");

    public RunName {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a run's name: " + text);
        }
    }

    /** A name for a run that begins now; the random last digit tells runs apart that begin at once on different machines. */
    public static RunName of(Instant now, RandomGenerator random) {
        long part = now.get(ChronoField.NANO_OF_SECOND) * (long) PARTS / NANOS;
        return new RunName("%s-%03x%x".formatted(SECOND.format(now), part, random.nextInt(RANDOM)));
    }

    /** The name that a text is, if it is one. */
    public static Optional<RunName> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new RunName(text)) : Optional.empty();
    }

    /** Whether the run began before a time; never where the name holds no date. */
    public boolean isBefore(Instant time) {
        try {
            return SECOND.parse(text.substring(0, text.indexOf('-')), Instant::from)
                    .isBefore(time);
        } catch (DateTimeException expected) {
            // A folder that somebody named so: it is not for this program to judge.
            return false;
        }
    }

    @Override
    public int compareTo(RunName other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
