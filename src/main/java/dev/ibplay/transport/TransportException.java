package dev.ibplay.transport;

import java.util.Optional;

/**
 * A host could not be asked, or stopped answering. Always says which host, what kind of failure, and what to do.
 */
public final class TransportException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What went wrong; decides the host's word in the recap and the exit code. */
    public enum Kind {
        /** No connection: refused, no route, unknown name, time-out. */
        UNREACHABLE,
        /** The host's key is unknown or has changed. */
        HOST_KEY_REJECTED,
        /** The login was refused, or a key could not be used. */
        AUTHENTICATION_REFUSED,
        /** The connection was there and broke. */
        CONNECTION_LOST,
        /** The host did not answer within the limit. */
        TIMED_OUT,
        /** sudo was refused, is missing, or wants a terminal. */
        BECOME_REFUSED,
        /** The helper or the shell at the far end does not work or speaks nonsense. */
        FAR_END_BROKEN,
        /** The host was reached and is of a kind that this program does not manage: unsupported, no failure. */
        NOT_MANAGED,
        /** The host is not what the inventory says it is. */
        WRONG_PLATFORM;

        /** Whether the host counts as unreachable (exit 4) rather than failed (exit 3). */
        public boolean isUnreachable() {
            return switch (this) {
                case UNREACHABLE, HOST_KEY_REJECTED, AUTHENTICATION_REFUSED, CONNECTION_LOST, TIMED_OUT -> true;
                case BECOME_REFUSED, FAR_END_BROKEN, NOT_MANAGED, WRONG_PLATFORM -> false;
            };
        }
    }

    private final String host;
    private final Kind kind;
    private final transient Optional<String> hint;

    public TransportException(String host, Kind kind, String message, Optional<String> hint) {
        super(message);
        this.host = host;
        this.kind = kind;
        this.hint = hint;
    }

    public TransportException(String host, Kind kind, String message, String hint, Throwable cause) {
        super(message, cause);
        this.host = host;
        this.kind = kind;
        this.hint = Optional.of(hint);
    }

    public String host() {
        return host;
    }

    public Kind kind() {
        return kind;
    }

    /** The next step for the user. */
    public Optional<String> hint() {
        return hint;
    }
}
