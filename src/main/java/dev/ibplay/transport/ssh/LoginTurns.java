package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits how many logins are under way at one SSH server, as when many names of an inventory are one address. sshd drops
 * connections at random from the tenth on that has not logged in (MaxStartups 10:30:100, sshd_config(5)). A server that
 * drops earlier gets fewer at once, and again more while all goes well. Safe for many threads.
 */
final class LoginTurns {
    /** Below sshd's ten, as others may log in, too; {@code src/bench/logins.sh} has what more of them lose. */
    private static final int MOST = 8;

    /** After so many logins without a drop one more at once is risked. */
    private static final int CONFIDENCE = 10;

    /** Whoever is before in the queue has limits of his own, so this is reached by a server only that lets nobody in. */
    private static final Duration WAIT_LIMIT = Duration.ofMinutes(10);

    private final Map<String, Server> servers = new ConcurrentHashMap<>();

    /** What became of a login, as far as the server's load is concerned. */
    enum Outcome {
        /** The server took the connection, whatever became of the login. */
        TAKEN,
        /** The server dropped the connection before the login. */
        DROPPED,
        /** The server was not reached, which says nothing of its load. */
        NOT_REACHED
    }

    /** Waits for a turn; {@link Turn#end} must follow. */
    Turn take(SshTarget target) throws TransportException {
        Server server = servers.computeIfAbsent(target.server(), name -> new Server());
        try {
            if (!server.enter()) {
                throw new TransportException(
                        target.host(),
                        Kind.TIMED_OUT,
                        "no login could begin within " + WAIT_LIMIT.toMinutes() + " min, as others at "
                                + target.server() + " do not end",
                        Optional.of("Lower --forks, or raise MaxStartups in the server's sshd_config"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransportException(
                    target.host(),
                    Kind.CONNECTION_LOST,
                    "interrupted while it waited for its turn to log in",
                    "Run again",
                    e);
        }
        return new Turn(server);
    }

    /** One login that is under way. */
    record Turn(Server server) {
        void end(Outcome outcome) {
            server.leave(outcome);
        }
    }

    /** The logins at one server. */
    static final class Server {
        private final ReentrantLock lock = new ReentrantLock(true);
        private final Condition left = lock.newCondition();
        private int most = MOST;
        private int underWay;
        private int withoutDrop;

        private boolean enter() throws InterruptedException {
            long nanos = WAIT_LIMIT.toNanos();
            lock.lockInterruptibly();
            try {
                while (underWay >= most) {
                    if (nanos <= 0) {
                        return false;
                    }
                    nanos = left.awaitNanos(nanos);
                }
                underWay++;
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void leave(Outcome outcome) {
            lock.lock();
            try {
                underWay--;
                switch (outcome) {
                    case TAKEN -> grow();
                    case DROPPED -> {
                        most = Math.max(1, most / 2);
                        withoutDrop = 0;
                    }
                    case NOT_REACHED -> {}
                }
                left.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void grow() {
            withoutDrop++;
            if (withoutDrop >= CONFIDENCE && most < MOST) {
                most++;
                withoutDrop = 0;
            }
        }

        /** How many may be under way now. */
        int most() {
            lock.lock();
            try {
                return most;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public String toString() {
            return "Server[most=" + most() + "]";
        }
    }

    @Override
    public String toString() {
        return servers.toString();
    }
}
