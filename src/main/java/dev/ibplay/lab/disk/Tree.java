package dev.ibplay.lab.disk;

import dev.ibplay.lab.time.LabClock;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The names of a disk and what they lead to. Whoever changes them holds the disk's lock. */
final class Tree {
    private static final int ROOT_MODE = 0755;

    private final LabClock clock;
    private final Inodes inodes;
    private final FileSystems systems;
    private final Watches watches = new Watches();

    /** One with an empty root. */
    Tree(LabClock clock) {
        this(clock, new Inodes(), new FileSystems());
        inodes.put(new Inode(inodes.nextNumber(), ROOT_MODE, 0, 0, clock.epochSeconds(), 1, emptyFolder()));
    }

    private Tree(LabClock clock, Inodes inodes, FileSystems systems) {
        this.clock = clock;
        this.inodes = inodes;
        this.systems = systems;
    }

    static Content emptyFolder() {
        return new Content.Folder(Collections.emptySortedMap());
    }

    Tree copy(LabClock itsClock) {
        return new Tree(itsClock, inodes.copy(), systems.copy());
    }

    FileSystems systems() {
        return systems;
    }

    Watches watches() {
        return watches;
    }

    Walk.Place place(String path, boolean follow) throws Errno {
        return Walk.to(inodes, path, follow);
    }

    void put(Inode inode) {
        inodes.put(inode);
    }

    /** Gives a file another content, changed now. */
    void put(Inode inode, Content content) {
        inodes.put(inode.with(content, clock.epochSeconds()));
    }

    void rename(String from, Walk.Place to) throws Errno {
        Inode inode = inode(trimmed(from), false);
        requireSameSystem(place(trimmed(from), false), to);
        requireWritable(to.path());
        if (inode.isFolder()
                && (to.path() + "/").startsWith(place(trimmed(from), false).path() + "/")
                && to.inode().isEmpty()) {
            throw new Errno("EINVAL", from);
        }
        if (to.inode().isPresent()) {
            Inode old = to.inode().get();
            if (old.number() == inode.number()) {
                return;
            }
            Replacing.check(inode, old, to.path());
        }
        // The name means the one or the other at any time: who reads meanwhile finds it.
        name(to, inode.withLinks(inode.links() + 1).sharingContent());
        if (to.inode().isPresent()) {
            unlinked(to, to.inode().get());
        }
        Walk.Place source = place(trimmed(from), false);
        detach(source, found(source, from));
    }

    Inode inode(String path, boolean follow) throws Errno {
        return found(place(path, follow), path);
    }

    static Inode found(Walk.Place place, String path) throws Errno {
        if (place.inode().isEmpty()) {
            throw new Errno("ENOENT", path);
        }
        return place.inode().get();
    }

    Walk.Place absent(String path) throws Errno {
        Walk.Place place = place(path, false);
        if (place.inode().isPresent()) {
            throw new Errno("EEXIST", path);
        }
        return place;
    }

    static String trimmed(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** EROFS where nothing may be changed. */
    void requireWritable(String path) throws Errno {
        if (systems.of(path).isReadOnly()) {
            throw new Errno("EROFS", path);
        }
    }

    void requireSameSystem(Walk.Place from, Walk.Place to) throws Errno {
        if (!systems.of(from.path()).equals(systems.of(to.path()))) {
            throw new Errno("EXDEV", to.path());
        }
    }

    Inode add(Walk.Place place, Content content, int mode) throws Errno {
        Inode inode = new Inode(inodes.nextNumber(), mode & 07777, 0, 0, clock.epochSeconds(), 1, content);
        name(place, inode);
        return inode;
    }

    void name(Walk.Place place, Inode inode) throws Errno {
        SortedMap<String, Long> entries = entries(place);
        entries.put(place.name(), inode.number());
        inodes.put(inode);
        put(place, entries);
    }

    private void put(Walk.Place place, SortedMap<String, Long> entries) {
        inodes.put(place.folder().with(new Content.Folder(entries), clock.epochSeconds()));
        watches.tell(place.path());
    }

    void detach(Walk.Place place, Inode inode) throws Errno {
        SortedMap<String, Long> entries = entries(place);
        entries.remove(place.name());
        put(place, entries);
        unlinked(place, inode);
    }

    /** One name less leads to it. */
    private void unlinked(Walk.Place place, Inode inode) {
        if (inode.links() > 1) {
            inodes.put(inode.withLinks(inode.links() - 1));
        } else {
            systems.of(place.path()).add(-inode.stored());
            inodes.forget(inode);
        }
    }

    private SortedMap<String, Long> entries(Walk.Place place) throws Errno {
        requireWritable(place.path());
        if (place.folder().content() instanceof Content.Folder folder
                && !place.name().equals("/")) {
            return new TreeMap<>(folder.entries());
        }
        throw new Errno(place.name().equals("/") ? "EBUSY" : "EACCES", place.path());
    }
}
