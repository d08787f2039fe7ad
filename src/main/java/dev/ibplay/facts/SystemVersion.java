package dev.ibplay.facts;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A system's version, as far as something depends on it: {@code 5.5.0}. */
public record SystemVersion(int major, int minor, int patch) implements Comparable<SystemVersion> {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})(?:\\.(\\d{1,5}))?");

    private static final Comparator<SystemVersion> ORDER = Comparator.comparingInt(SystemVersion::major)
            .thenComparingInt(SystemVersion::minor)
            .thenComparingInt(SystemVersion::patch);

    /** The first thing in a text that looks like a version; a patch level that is not there is 0. */
    public static Optional<SystemVersion> find(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.find()) {
            return Optional.empty();
        }
        int patch = numbers.group(3) == null ? 0 : Integer.parseInt(numbers.group(3));
        return Optional.of(
                new SystemVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)), patch));
    }

    @Override
    public int compareTo(SystemVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
