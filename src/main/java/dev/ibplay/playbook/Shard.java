package dev.ibplay.playbook;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several controllers that share the hosts of one job.
 *
 * @param number from 1; the first one changes the subnet managers
 * @param of how many there are, at most {@value #MOST}
 */
public record Shard(int number, int of) {
    /** More than a fabric has racks. */
    public static final int MOST = 9999;

    /** The whole of a job. */
    public static final Shard ONLY = new Shard(1, 1);

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,3})/([1-9]\\d{0,3})");

    public Shard {
        if (number < 1 || number > of || of > MOST) {
            throw new IllegalArgumentException(number + "/" + of);
        }
    }

    /** Reads {@code K/N}; nothing where that is none. */
    public static Optional<Shard> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > Integer.parseInt(matcher.group(2))) {
            return Optional.empty();
        }
        return Optional.of(new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
    }

    /** Whether it changes the subnet managers, and says to the others when they may go on. */
    public boolean isFirst() {
        return number == 1;
    }

    /** Whether there are others. */
    public boolean hasOthers() {
        return of > 1;
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
