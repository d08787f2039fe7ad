package dev.ibplay.lab.machine;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/** A pipe(7) of 64 KiB between two threads. Both ends wait without holding a platform thread. */
public final class Pipe {
    private static final int SIZE = 64 << 10;

    private byte[] ring = new byte[512];
    private int start;
    private int count;
    private boolean writerGone;
    private boolean readerGone;

    private final InputStream source = new Source();
    private final OutputStream sink = new Sink();

    /** The end to read from: -1 once the writer has closed his end and all is read. Closing it makes writes EPIPE. */
    public InputStream source() {
        return source;
    }

    /** The end to write to. */
    public OutputStream sink() {
        return sink;
    }

    private synchronized int take(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        awaitWhile(() -> count == 0 && !writerGone && !readerGone);
        if (count == 0 || readerGone) {
            return -1;
        }
        int taken = Math.min(length, count);
        copyOut(into, offset, taken);
        start = (start + taken) % ring.length;
        count -= taken;
        notifyAll();
        return taken;
    }

    private synchronized void put(byte[] from, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            awaitWhile(() -> count == SIZE && !readerGone);
            if (readerGone || writerGone) {
                throw new Errno("EPIPE", "write");
            }
            int chunk = Math.min(length - done, SIZE - count);
            grow(count + chunk);
            int end = (start + count) % ring.length;
            int straight = Math.min(chunk, ring.length - end);
            System.arraycopy(from, offset + done, ring, end, straight);
            System.arraycopy(from, offset + done + straight, ring, 0, chunk - straight);
            count += chunk;
            done += chunk;
            notifyAll();
        }
    }

    private void copyOut(byte[] into, int offset, int length) {
        int straight = Math.min(length, ring.length - start);
        System.arraycopy(ring, start, into, offset, straight);
        System.arraycopy(ring, 0, into, offset + straight, length - straight);
    }

    private void grow(int needed) {
        if (needed <= ring.length) {
            return;
        }
        byte[] larger = new byte[Math.min(SIZE, Math.max(needed, ring.length * 2))];
        copyOut(larger, 0, count);
        ring = larger;
        start = 0;
    }

    private synchronized void awaitWhile(BooleanSupplier condition) throws InterruptedIOException {
        try {
            while (condition.getAsBoolean()) {
                wait();
            }
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
            InterruptedIOException error = new InterruptedIOException("interrupted");
            error.initCause(killed);
            throw error;
        }
    }

    private synchronized void closeWriter() {
        writerGone = true;
        notifyAll();
    }

    private synchronized void closeReader() {
        readerGone = true;
        notifyAll();
    }

    private synchronized int waiting() {
        return count;
    }

    private final class Source extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return take(into, offset, length);
        }

        @Override
        public int available() {
            return waiting();
        }

        @Override
        public void close() {
            closeReader();
        }
    }

    private final class Sink extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            put(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            put(from, offset, length);
        }

        @Override
        public void close() {
            closeWriter();
        }
    }
}
