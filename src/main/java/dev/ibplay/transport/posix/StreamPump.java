package dev.ibplay.transport.posix;

import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads one output stream of the far end on a thread of its own, so that the session's owner can wait with a limit
 * whatever the stream does.
 */
public final class StreamPump {
    /** What one batch may say on one stream, in bytes; a host that says more is not believed to end. */
    public static final int LIMIT = 64 << 20;

    private static final int READ_BYTES = 16 << 10;

    /** Why waiting ended. */
    public enum End {
        FOUND,
        ENDED,
        BROKEN,
        OVERFLOWED,
        TIMED_OUT
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private byte[] said = new byte[READ_BYTES];
    private int size;
    private Optional<End> over = Optional.empty();

    private StreamPump() {}

    public static StreamPump start(InputStream stream, String name) {
        StreamPump pump = new StreamPump();
        WaitingThreads.builder().name(name).start(() -> pump.drain(stream));
        return pump;
    }

    private void drain(InputStream stream) {
        byte[] piece = new byte[READ_BYTES];
        try {
            int count = stream.read(piece);
            while (count >= 0 && append(piece, count)) {
                count = stream.read(piece);
            }
            finish(count < 0 ? End.ENDED : End.OVERFLOWED);
        } catch (IOException lost) {
            // The reader learns of it as BROKEN; the exception's own text adds nothing for a user.
            finish(End.BROKEN);
        }
    }

    private boolean append(byte[] piece, int count) {
        lock.lock();
        try {
            if (size + count > LIMIT) {
                return false;
            }
            if (size + count > said.length) {
                said = Arrays.copyOf(said, Math.max(size + count, said.length * 2));
            }
            System.arraycopy(piece, 0, said, size, count);
            size += count;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void finish(End end) {
        lock.lock();
        try {
            over = Optional.of(end);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@code wanted} has been said, the stream is over, or the time is. */
    public End await(byte[] wanted, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        int searched = 0;
        lock.lock();
        try {
            while (true) {
                if (contains(wanted, searched)) {
                    return End.FOUND;
                }
                searched = Math.max(0, size - wanted.length);
                if (over.isPresent()) {
                    return over.get();
                }
                if (left <= 0) {
                    return End.TIMED_OUT;
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean contains(byte[] wanted, int from) {
        for (int i = from; i <= size - wanted.length; i++) {
            if (said[i] == wanted[0] && Arrays.equals(said, i, i + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    /** Takes out everything said so far. */
    public byte[] take() {
        lock.lock();
        try {
            byte[] all = Arrays.copyOf(said, size);
            size = 0;
            if (said.length > READ_BYTES) {
                said = new byte[READ_BYTES];
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a stream that has ended or will at once; used before its last words are shown. */
    public void awaitOver(Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long left = limit.toNanos();
            while (over.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
