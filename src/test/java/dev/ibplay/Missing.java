package dev.ibplay;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Ends a test that lacks something on this machine: skipped with a loud line, or failed where everything must be there
 * ({@code -Dibplay.requireAll=true}, as in CI).
 */
public final class Missing {
    private static final String REQUIRE_ALL = "ibplay.requireAll";

    private Missing() {}

    /** Goes on only if {@code there}; {@code what} completes "this test needs". */
    public static void unless(boolean there, String what) {
        if (there) {
            return;
        }
        if (Boolean.getBoolean(REQUIRE_ALL)) {
            Assertions.fail("this test needs " + what + " (" + REQUIRE_ALL + " is set)");
        }
        System.err.println("SKIPPED: this test needs " + what);
        Assumptions.abort("this test needs " + what);
    }

    /** Ends a case that makes no sense for this user or program, whatever the machine has. */
    public static void notApplicable(String reason) {
        System.err.println("NOT APPLICABLE: " + reason);
        Assumptions.abort(reason);
    }
}
