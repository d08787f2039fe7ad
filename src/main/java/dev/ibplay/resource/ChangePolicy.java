package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import java.time.Duration;
import java.util.Optional;

/**
 * How the subnet managers of a fabric may be changed.
 *
 * @param activation what makes a changed group live; a restart where nothing is said
 * @param timeout how long a fabric may take until it is as planned; {@link #DEFAULT_TIMEOUT} where nothing is said
 * @param allowOutage whether changes may be made that interrupt the whole fabric
 */
public record ChangePolicy(
        Optional<Located<SmActivation>> activation,
        Optional<Located<Duration>> timeout,
        Optional<Located<Boolean>> allowOutage) {
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    /** Nothing is said. */
    public static final ChangePolicy DEFAULT = new ChangePolicy(Optional.empty(), Optional.empty(), Optional.empty());

    /** What makes a changed group live. */
    public enum SmActivation {
        /** The master is restarted, and stays master. */
        RESTART,
        /** Another subnet manager takes over meanwhile. */
        HANDOVER
    }

    public boolean isHandover() {
        return activation.map(Located::value).equals(Optional.of(SmActivation.HANDOVER));
    }

    public Duration timeoutOrDefault() {
        return timeout.map(Located::value).orElse(DEFAULT_TIMEOUT);
    }

    public boolean allowsOutage() {
        return allowOutage.map(Located::value).orElse(false);
    }

    /** What two plays want together; they agree where both speak. */
    ChangePolicy with(ChangePolicy other) {
        return new ChangePolicy(
                activation.or(other::activation), timeout.or(other::timeout), allowOutage.or(other::allowOutage));
    }
}
