package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;

/** A file of sysfs or procfs: each reading and each writing is a question to the kernel. */
@FunctionalInterface
public non-sealed interface Attribute extends Virtual {
    /** The value with its line feed. */
    Bytes read() throws Errno;

    /** Takes one write as a whole new value. */
    default void write(Bytes value) throws Errno {
        throw new Errno("EACCES", "attribute");
    }

    /** Permission bits. */
    default int mode() {
        return 0444;
    }

    /** What stat(2) gives as size: a page in sysfs, 0 in procfs. */
    default long size() {
        return 4096;
    }
}
