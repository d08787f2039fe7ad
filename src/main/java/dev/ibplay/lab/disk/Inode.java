package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;

/**
 * A file whatever it is called. Immutable, so that disks share it.
 *
 * @param number of the file on its disk; that of a virtual file is below 0
 * @param links how many names it has
 */
record Inode(long number, int mode, long uid, long gid, long modifiedSeconds, int links, Content content) {
    private static final int LINK_MODE = 0777;
    private static final int FOLDER_MODE = 0755;

    static Inode virtual(String path, Virtual virtual) {
        int mode = switch (virtual) {
            case Attribute attribute -> attribute.mode();
            case VirtualFolder folder -> FOLDER_MODE;
            case VirtualLink link -> LINK_MODE;
        };
        return new Inode(-1L - (path.hashCode() & 0x7fffffffL), mode, 0, 0, 0, 1, Content.of(virtual));
    }

    boolean isStored() {
        return number >= 0;
    }

    boolean isFolder() {
        return content instanceof Content.Folder || content instanceof Content.Mounted;
    }

    Inode with(Content newContent, long now) {
        return new Inode(number, mode, uid, gid, now, links, newContent);
    }

    Inode withMode(int newMode) {
        return new Inode(number, newMode, uid, gid, modifiedSeconds, links, content);
    }

    Inode withOwner(long newUid, long newGid) {
        return new Inode(number, mode, newUid, newGid, modifiedSeconds, links, content);
    }

    Inode withModified(long seconds) {
        return new Inode(number, mode, uid, gid, seconds, links, content);
    }

    Inode withLinks(int newLinks) {
        return new Inode(number, mode, uid, gid, modifiedSeconds, newLinks, content);
    }

    /** The same, with a large content shared with whatever disk holds the same one: programs that were sent to many hosts. */
    Inode sharingContent() {
        return content instanceof Content.File file
                ? new Inode(
                        number,
                        mode,
                        uid,
                        gid,
                        modifiedSeconds,
                        links,
                        new Content.File(SharedContents.of(file.bytes())))
                : this;
    }

    /** Bytes that it takes of the disk. */
    long stored() {
        return content instanceof Content.File file ? file.bytes().size() : 0;
    }

    Stat stat() {
        return switch (content) {
            case Content.File file -> stat(Stat.Kind.FILE, file.bytes().size());
            case Content.Folder folder -> stat(Stat.Kind.FOLDER, 4096);
            case Content.Mounted mounted -> stat(Stat.Kind.FOLDER, 0);
            case Content.Link link ->
                stat(Stat.Kind.LINK, Bytes.ofUtf8(link.target()).size());
            case Content.Asked asked -> stat(Stat.Kind.FILE, asked.attribute().size());
        };
    }

    private Stat stat(Stat.Kind kind, long size) {
        return new Stat(kind, mode, uid, gid, size, modifiedSeconds, number);
    }
}
