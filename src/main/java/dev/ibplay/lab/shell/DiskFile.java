package dev.ibplay.lab.shell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * A file that a redirection has opened, with its place. It is reached by its path: what is written after the file has got
 * another name or was removed is lost.
 */
final class DiskFile {
    private final Disk disk;
    private final String path;
    private final Redirection.Mode mode;
    private final long inode;
    private final boolean stored;
    private int place;

    /** Opens it; it exists already. */
    DiskFile(Disk disk, String path, Redirection.Mode mode) throws Errno {
        this.disk = disk;
        this.path = path;
        this.mode = mode;
        inode = disk.stat(path, true).inode();
        stored = disk.isStored(path);
        if (stored && (mode == Redirection.Mode.WRITE || mode == Redirection.Mode.CLOBBER)) {
            disk.write(path, Bytes.EMPTY, 0);
        }
    }

    boolean isReadable() {
        return mode == Redirection.Mode.READ || mode == Redirection.Mode.READ_WRITE;
    }

    boolean isWritable() {
        return mode != Redirection.Mode.READ;
    }

    InputStream input() {
        return new Input();
    }

    OutputStream output() {
        return new Output();
    }

    private synchronized void write(Bytes more) throws Errno {
        if (!stored) {
            disk.write(path, more, 0);
        } else if (isStillThere()) {
            store(more);
        }
    }

    private void store(Bytes more) throws Errno {
        if (mode == Redirection.Mode.APPEND || disk.stat(path, true).size() == place) {
            disk.append(path, more, 0);
        } else {
            byte[] content = disk.read(path).toArray();
            byte[] changed = Arrays.copyOf(content, Math.max(content.length, place + more.size()));
            System.arraycopy(more.toArray(), 0, changed, place, more.size());
            disk.write(path, Bytes.of(changed), 0);
        }
        place += more.size();
    }

    private boolean isStillThere() {
        try {
            return disk.stat(path, true).inode() == inode;
        } catch (Errno gone) {
            return false;
        }
    }

    /** Reads the whole file once, as it is then; what is added later is seen from the place on. */
    private final class Input extends InputStream {
        private byte[] content = new byte[0];

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            synchronized (DiskFile.this) {
                if (place >= content.length && (stored || place == 0)) {
                    content = disk.read(path).toArray();
                }
                int count = Math.min(length, content.length - place);
                if (count <= 0) {
                    return length == 0 ? 0 : -1;
                }
                System.arraycopy(content, place, into, offset, count);
                place += count;
                return count;
            }
        }
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            DiskFile.this.write(Bytes.of(new byte[] {(byte) value}));
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            if (length > 0) {
                DiskFile.this.write(Bytes.of(Arrays.copyOfRange(from, offset, offset + length)));
            }
        }
    }
}
