package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** The devices of a host that programs read: {@code /dev/null} and {@code /dev/zero}. */
public final class Devices {
    private static final String NULL = "/dev/null";
    private static final String ZERO = "/dev/zero";

    private Devices() {}

    static void install(Disk disk) throws Errno {
        for (String path : new String[] {NULL, ZERO}) {
            if (!disk.exists(path)) {
                disk.attribute(path, new Sink());
            }
        }
    }

    static boolean is(String path) {
        return path.equals(NULL) || path.equals(ZERO);
    }

    /** What reading a device gives; empty when the path is none. */
    public static Optional<InputStream> input(String path) {
        return switch (path) {
            case NULL -> Optional.of(InputStream.nullInputStream());
            case ZERO -> Optional.of(new Zeros());
            default -> Optional.empty();
        };
    }

    /** Takes everything. */
    private static final class Sink implements Attribute {
        @Override
        public Bytes read() {
            return Bytes.EMPTY;
        }

        @Override
        public void write(Bytes value) {
            // This is what it is for.
        }

        @Override
        public int mode() {
            return 0666;
        }

        @Override
        public long size() {
            return 0;
        }
    }

    private static final class Zeros extends InputStream {
        @Override
        public int read() {
            return 0;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            Arrays.fill(into, offset, offset + length, (byte) 0);
            return length;
        }
    }
}
