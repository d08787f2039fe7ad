package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The connections to jump hosts: one to each for all hosts behind it, made by whoever comes first. A jump host that cannot be
 * used fails the hosts behind it without being tried for each of them.
 */
final class JumpHosts {
    /** Makes a connection to a jump host and logs in. */
    interface Login {
        SshConnection connect(SshTarget jump) throws TransportException;
    }

    /** Two targets with one key are one connection. */
    private record Key(String named, SshSettings settings, Optional<Key> behind) {
        static Key of(SshTarget target) {
            Optional<Key> behind = target.route() instanceof SshRoute.Through through
                    ? Optional.of(of(through.jump()))
                    : Optional.empty();
            return new Key(target.named(), target.settings(), behind);
        }
    }

    /**
     * One opening of a connection, under way or done.
     *
     * @param openings how many connections there have been to this jump host, this one included
     */
    private record Opening(CompletableFuture<SshConnection> connection, int openings) {}

    /** A connection that is dropped again and again is not there for anybody. */
    private static final int MAX_OPENINGS = 10;

    private static final String OWN_ENTRY =
            "A jump host needs an entry of its own in ssh's configuration (HostName, User, IdentityFile ...); try: ssh ";

    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Login login;
    private final Duration pause;
    private final Map<Key, Opening> openings = new HashMap<>();
    private final Map<Key, Long> failedAt = new HashMap<>();

    /** @param pause how long a jump host that could not be reached is left alone */
    JumpHosts(Login login, Duration pause) {
        this.login = login;
        this.pause = pause;
    }

    /**
     * The connection to a jump host.
     *
     * @param host the host behind it, for messages
     */
    SshConnection connection(SshTarget jump, String host) throws TransportException {
        Key key = Key.of(jump);
        Opening opening;
        boolean mine;
        synchronized (openings) {
            Opening last = openings.get(key);
            if (last != null && !isOver(key, last)) {
                opening = last;
                mine = false;
            } else {
                opening = new Opening(new CompletableFuture<>(), last == null ? 1 : last.openings() + 1);
                mine = true;
                openings.put(key, opening);
            }
        }
        if (mine) {
            open(key, jump, opening);
        }
        return await(jump, host, opening);
    }

    /** Whether a new attempt may be made: after a drop at once, after a failure to reach it later, after a refusal never. */
    private boolean isOver(Key key, Opening last) {
        if (!last.connection().isDone() || last.openings() >= MAX_OPENINGS) {
            return false;
        }
        if (last.connection().isCompletedExceptionally()) {
            Long since = failedAt.get(key);
            return since != null && System.nanoTime() - since > pause.toNanos();
        }
        return !last.connection().join().isOpen();
    }

    private void open(Key key, SshTarget jump, Opening opening) {
        try {
            opening.connection().complete(login.connect(jump));
        } catch (TransportException e) {
            synchronized (openings) {
                boolean refused = e.kind() == Kind.AUTHENTICATION_REFUSED || e.kind() == Kind.HOST_KEY_REJECTED;
                if (!refused) {
                    failedAt.put(key, System.nanoTime());
                }
            }
            opening.connection().completeExceptionally(e);
        } finally {
            opening.connection().completeExceptionally(new IllegalStateException("the login ended early"));
        }
    }

    private static SshConnection await(SshTarget jump, String host, Opening opening) throws TransportException {
        Duration limit = patience(jump);
        try {
            return opening.connection().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TransportException failure) {
                throw new TransportException(
                        host,
                        failure.kind(),
                        "by way of the jump host " + jump.display() + ": " + failure.getMessage(),
                        // the variables of the inventory are about the hosts behind it
                        failure.hint()
                                .filter(hint -> !hint.contains("ansible_"))
                                .orElse(OWN_ENTRY + jump.named()),
                        failure);
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new TransportException(
                    host,
                    Kind.TIMED_OUT,
                    "the jump host " + jump.display() + " did not answer within " + limit.toSeconds() + " s",
                    "Is it overloaded?",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException(
                    host, Kind.CONNECTION_LOST, "interrupted while the jump host was waited for", Optional.empty());
        }
    }

    /** As long as all connections on the way may take. */
    private static Duration patience(SshTarget jump) {
        Duration own = jump.connectTimeout().plus(jump.loginTimeout()).plus(MARGIN);
        return jump.route() instanceof SshRoute.Through through ? own.plus(patience(through.jump())) : own;
    }
}
