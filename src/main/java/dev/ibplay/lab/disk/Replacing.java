package dev.ibplay.lab.disk;

/** When rename(2) may take the place of what is there. */
final class Replacing {
    private Replacing() {}

    static void check(Inode moved, Inode there, String path) throws Errno {
        requireStored(moved, path);
        requireStored(there, path);
        if (moved.isFolder() && !there.isFolder()) {
            throw new Errno("ENOTDIR", path);
        }
        if (!moved.isFolder() && there.isFolder()) {
            throw new Errno("EISDIR", path);
        }
        if (there.content() instanceof Content.Folder folder
                && !folder.entries().isEmpty()) {
            throw new Errno("ENOTEMPTY", path);
        }
    }

    static void requireStored(Inode inode, String path) throws Errno {
        if (inode.content() instanceof Content.Asked || inode.content() instanceof Content.Mounted) {
            throw new Errno("EPERM", path);
        }
    }
}
