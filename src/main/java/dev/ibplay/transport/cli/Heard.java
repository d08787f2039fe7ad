package dev.ibplay.transport.cli;

import dev.ibplay.transport.WaitingThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Reads a stream on a thread of its own, so that whoever waits for it can wait with a limit. */
final class Heard {
    /** What one answer may say, in bytes: a switch that says more is not believed to end. */
    static final int LIMIT = 16 << 20;

    private static final int PIECE = 16 << 10;

    /** What has become of the stream. */
    enum Stream {
        OPEN,
        ENDED,
        BROKEN,
        OVERFLOWED
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final InputStream in;
    private Stream stream = Stream.OPEN;

    private Heard(InputStream in) {
        this.in = in;
    }

    static Heard listen(InputStream in, String name) {
        Heard heard = new Heard(in);
        WaitingThreads.builder().name(name).start(heard::drain);
        return heard;
    }

    private void drain() {
        byte[] piece = new byte[PIECE];
        try {
            int count = in.read(piece);
            while (count >= 0 && add(piece, count)) {
                count = in.read(piece);
            }
            finish(count < 0 ? Stream.ENDED : Stream.OVERFLOWED);
        } catch (IOException lost) {
            // Whoever waits learns of it as BROKEN, and knows what was being done.
            finish(Stream.BROKEN);
        }
    }

    private boolean add(byte[] piece, int count) {
        lock.lock();
        try {
            if (said.size() + count > LIMIT) {
                return false;
            }
            said.write(piece, 0, count);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Stream end) {
        lock.lock();
        try {
            stream = end;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until there is more than {@code known} bytes, the stream is over, or the time is.
     *
     * @return whether there is more
     */
    boolean awaitMore(int known, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (said.size() <= known && stream == Stream.OPEN && left > 0) {
                left = changed.awaitNanos(left);
            }
            return said.size() > known;
        } finally {
            lock.unlock();
        }
    }

    /** Whether something has come that the thread that reads has not got to: a busy machine is no quiet switch. */
    boolean hasUnread() {
        try {
            return in.available() > 0;
        } catch (IOException ended) {
            // The reader meets the same end, and tells it.
            return false;
        }
    }

    /** Waits until the stream is over, or the time is. */
    Stream awaitOver(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lock();
        try {
            while (stream == Stream.OPEN && left > 0) {
                left = changed.awaitNanos(left);
            }
            return stream;
        } finally {
            lock.unlock();
        }
    }

    Stream stream() {
        lock.lock();
        try {
            return stream;
        } finally {
            lock.unlock();
        }
    }

    /** What was said since the last {@link #forget}, one character for each byte. */
    String latin1() {
        lock.lock();
        try {
            return said.toString(StandardCharsets.ISO_8859_1);
        } finally {
            lock.unlock();
        }
    }

    void forget() {
        lock.lock();
        try {
            said.reset();
        } finally {
            lock.unlock();
        }
    }
}
