package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A command's output, up to a limit. */
final class Capture extends OutputStream {
    static final int LIMIT = 24 << 20;

    private final Runnable overflow;
    private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private boolean over;
    private boolean ended;

    /** The action is called once when there is too much. */
    Capture(Runnable overflow) {
        this.overflow = overflow;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (take(from, offset, length)) {
            overflow.run();
        }
    }

    private synchronized boolean take(byte[] from, int offset, int length) throws Errno {
        if (ended || over) {
            throw new Errno("EPIPE", "write");
        }
        taken.write(from, offset, length);
        over = taken.size() > LIMIT;
        return over;
    }

    synchronized boolean isOver() {
        return over;
    }

    /** What was written so far; later writes are EPIPE. */
    synchronized Bytes end() {
        ended = true;
        return Bytes.of(taken.toByteArray());
    }
}
