package dev.ibplay.playbook;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many hosts of a play go together. */
public sealed interface BatchSize {
    /** A number of hosts, at least 1. */
    record Hosts(int count) implements BatchSize {}

    /** A share of the play's hosts, 1..100; always at least one host. */
    record Percent(int share) implements BatchSize {}

    /** The number of hosts out of {@code total}. */
    default int of(int total) {
        return switch (this) {
            case Hosts hosts -> hosts.count();
            case Percent percent -> Math.max(1, (int) ((long) total * percent.share() / 100));
        };
    }

    static Optional<BatchSize> parse(String text) {
        Matcher matcher = Pattern.compile("([1-9][0-9]{0,5})(%?)").matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(matcher.group(1));
        if (matcher.group(2).isEmpty()) {
            return Optional.of(new Hosts(number));
        }
        return number <= 100 ? Optional.of(new Percent(number)) : Optional.empty();
    }
}
