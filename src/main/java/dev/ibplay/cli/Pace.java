package dev.ibplay.cli;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How fast the time of the managed hosts passes: 1 in the world, more in a lab that is made to run faster. Waits of a run are
 * counted in that time.
 */
record Pace(double factor) {
    /** The environment variable that says so; it is for labs only. */
    static final String VARIABLE = "IBPLAY_LAB_PACE";

    private static final int MOST_OF_A_LAB = 100;

    static final Pace REAL = new Pace(1);

    /** The real pace where nothing sensible is said. */
    static Pace of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(text -> text.matches("\\d{1,4}(\\.\\d{1,3})?"))
                .map(Double::parseDouble)
                .filter(factor -> factor >= 1)
                .map(Pace::new)
                .orElse(REAL);
    }

    /** Whether a lab may be asked to run as fast as this; says so where it may not. */
    static boolean isOneOfALab(double factor, Console console) {
        boolean allowed = factor >= 1 && factor <= MOST_OF_A_LAB;
        if (!allowed) {
            console.say("ibplay: --pace takes 1 to " + MOST_OF_A_LAB);
        }
        return allowed;
    }

    /** Nanoseconds of the hosts' time for those of the world. */
    long inside(long nanos) {
        return (long) (nanos * factor);
    }

    /** The time that passes in the world meanwhile. */
    Duration outside(Duration inside) {
        return Duration.ofNanos((long) (inside.toNanos() / factor));
    }
}
