package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** What descriptors lead to. Several may lead to the same; it is closed with the last of them. */
final class OpenFile {
    private static final Closeable NOTHING = () -> {};

    private final InputStream in;
    private final OutputStream out;
    private final Closeable end;
    private int users = 1;

    private OpenFile(InputStream in, OutputStream out, Closeable end) {
        this.in = in;
        this.out = out;
        this.end = end;
    }

    /** A stream that is closed with the last user. */
    static OpenFile owned(InputStream in) {
        return new OpenFile(in, new NotWritable(), in);
    }

    static OpenFile owned(OutputStream out) {
        return new OpenFile(new NotReadable(), out, out);
    }

    /** A stream that somebody else closes. */
    static OpenFile lent(InputStream in) {
        return new OpenFile(in, new NotWritable(), NOTHING);
    }

    static OpenFile lent(OutputStream out) {
        return new OpenFile(new NotReadable(), out, NOTHING);
    }

    static OpenFile of(DiskFile file) {
        return new OpenFile(
                file.isReadable() ? file.input() : new NotReadable(),
                file.isWritable() ? file.output() : new NotWritable(),
                NOTHING);
    }

    static OpenFile nothing() {
        return new OpenFile(InputStream.nullInputStream(), OutputStream.nullOutputStream(), NOTHING);
    }

    /** A descriptor that is not open: all that is tried fails. */
    static OpenFile closed() {
        return new OpenFile(new NotReadable(), new NotWritable(), NOTHING);
    }

    InputStream input() {
        return in;
    }

    OutputStream output() {
        return out;
    }

    synchronized OpenFile retain() {
        users++;
        return this;
    }

    synchronized void release() {
        users--;
        if (users == 0) {
            try {
                end.close();
            } catch (IOException lost) {
                // What was written before has been answered for; nobody looks at the status of this close.
                users = 0;
            }
        }
    }

    private static final class NotReadable extends InputStream {
        @Override
        public int read() throws IOException {
            throw new Errno("EBADF", "read");
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            return read();
        }
    }

    private static final class NotWritable extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new Errno("EBADF", "write");
        }
    }
}
