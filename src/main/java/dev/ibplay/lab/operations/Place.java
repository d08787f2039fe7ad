package dev.ibplay.lab.operations;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;

/**
 * Where a file is that may not be there yet: behind links.
 *
 * @param file its path without links, as far as its folders exist
 */
record Place(String file) {
    /** ELOOP, ENOTDIR and the like fail; a missing folder shows when the file is made. */
    static Place of(Disk disk, String path) throws Errno {
        try {
            return new Place(disk.target(path));
        } catch (Errno error) {
            if (error.name().equals("ENOENT")) {
                return new Place(path);
            }
            throw error;
        }
    }

    String folder() {
        return file.substring(0, Math.max(1, file.lastIndexOf('/')));
    }

    String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** The path of another name in the same folder. */
    String beside(String other) {
        return folder().equals("/") ? "/" + other : folder() + "/" + other;
    }
}
