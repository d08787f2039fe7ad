package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.Optional;

/** A file as it is right before it is changed; empty when there is none. */
record Original(Optional<Stat> stat, Bytes content) {
    static Original look(Disk disk, String file) throws Errno {
        try {
            Stat stat = disk.stat(file, true);
            if (stat.isFolder()) {
                throw new Errno("EISDIR", file);
            }
            return new Original(Optional.of(stat), disk.read(file));
        } catch (Errno error) {
            if (error.name().equals("ENOENT")) {
                return new Original(Optional.empty(), Bytes.EMPTY);
            }
            throw error;
        }
    }

    /** What differs from what is expected; empty when nothing does. */
    Optional<String> moved(Optional<Bytes> expected) {
        if (expected.isEmpty()) {
            return stat.map(there -> "the file exists");
        }
        if (stat.isEmpty()) {
            return Optional.of("the file does not exist");
        }
        return content.equals(expected.get()) ? Optional.empty() : Optional.of("the file has other content");
    }
}
