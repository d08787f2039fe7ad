package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often one connection is tried. Only what passes by itself is tried again: a server that drops connections because it
 * has too many (MaxStartups), a connection that is reset before the login. Never a refused login, which may lock an account,
 * and never a host key. The waits between are random, so that hosts that were dropped together do not come back together.
 */
final class Retries {
    private static final int MOST = 6;
    private static final Duration FIRST_WAIT = Duration.ofMillis(100);

    private final SshTarget target;
    private final int most;
    private long left;
    private int tries;

    Retries(SshTarget target) {
        this.target = target;
        most = Math.max(MOST, attempts());
        left = target.connectTimeout().toNanos();
    }

    /** ConnectionAttempts: also for servers that refuse connections, or do not answer. */
    private int attempts() {
        return target.settings().get(SshSetting.CONNECTION_ATTEMPTS).orElse(1);
    }

    /**
     * Whether to try again after a failure; has waited then.
     *
     * @param spent what the try took, in nanoseconds; all tries and waits together keep within the limit of the connection
     */
    boolean again(TransportException failure, LoginRecord record, long spent) throws TransportException {
        tries++;
        left -= spent;
        long wait = wait(tries);
        boolean useful = isDropped(failure, record)
                ? tries < most && wait < left
                : tries < attempts() && isUnreached(failure, record);
        if (useful) {
            left -= wait;
            pause(wait);
        }
        return useful;
    }

    /**
     * Whether the server ended the connection before the login, so that nothing was refused. Of a jump host or a proxy
     * command that fails nobody can tell: they may have been refused a login of their own.
     */
    static boolean isDropped(TransportException failure, LoginRecord record) {
        boolean byServer = switch (record.target().route()) {
            case SshRoute.Direct direct -> true;
            case SshRoute.Through through -> record.isOpened();
            case SshRoute.Command command -> false;
        };
        return byServer
                && record.phase() != LoginRecord.Phase.LOGIN
                && failure.kind() == Kind.CONNECTION_LOST
                && record.hostKey().rejection().isEmpty();
    }

    private static boolean isUnreached(TransportException failure, LoginRecord record) {
        boolean direct = record.target().route() instanceof SshRoute.Direct;
        boolean unanswered = failure.kind() == Kind.UNREACHABLE || failure.kind() == Kind.TIMED_OUT;
        return direct && unanswered && record.phase() == LoginRecord.Phase.GREETING && !Causes.isLocal(failure);
    }

    /** Between a half and one and a half of 100 ms, 200 ms, 400 ms ..., in nanoseconds. */
    private static long wait(int tries) {
        long middle = FIRST_WAIT.toNanos() << Math.min(tries - 1, 5);
        return ThreadLocalRandom.current().nextLong(middle / 2, middle * 3 / 2);
    }

    private void pause(long nanos) throws TransportException {
        try {
            Thread.sleep(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException(
                    target.host(), Kind.CONNECTION_LOST, "interrupted between two tries to connect", "Run again", e);
        }
    }

    /** The failure, with the number of tries if there were several. */
    TransportException told(TransportException failure) {
        if (tries < 2) {
            return failure;
        }
        return new TransportException(
                failure.host(),
                failure.kind(),
                failure.getMessage() + " (tried " + tries + " times)",
                failure.hint().orElse("Run again"),
                failure);
    }
}
