package dev.ibplay.lab.disk;

/**
 * What stat(2) says of a file.
 *
 * @param mode permission bits, 0..07777
 * @param size bytes of content; of a link those of its target's name
 * @param modifiedSeconds since 1970
 */
public record Stat(Kind kind, int mode, long uid, long gid, long size, long modifiedSeconds, long inode) {
    /** What a name stands for. */
    public enum Kind {
        FILE,
        FOLDER,
        LINK
    }

    public boolean isFile() {
        return kind == Kind.FILE;
    }

    public boolean isFolder() {
        return kind == Kind.FOLDER;
    }

    public boolean isLink() {
        return kind == Kind.LINK;
    }

    /** Whether anybody may run it. */
    public boolean isExecutable() {
        return isFile() && (mode & 0111) != 0;
    }
}
