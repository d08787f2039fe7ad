package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.time.LabClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A host's files, all as root sees them: permission bits are kept but forbid nothing. Paths are absolute; every method
 * throws the {@link Errno} that the system call of the same name gives. Safe for many threads. Copies share everything that
 * neither has changed since.
 */
public final class Disk {
    private static final int FOLDER_MODE = 0755;
    private static final int LINK_MODE = 0777;

    private final Tree tree;

    /** An empty one. */
    public Disk(LabClock clock) {
        this(new Tree(clock));
    }

    private Disk(Tree tree) {
        this.tree = tree;
    }

    /** Another disk with the same files and virtual files. */
    public synchronized Disk copy(LabClock clock) {
        return new Disk(tree.copy(clock));
    }

    /** Lets files hold at most so many bytes together; a write beyond stores what fits and is ENOSPC. */
    public synchronized void limit(long bytes) {
        tree.systems().of("/").limit(bytes);
    }

    /** The same for what a folder holds, which becomes a file system of its own. */
    public synchronized void limit(String folder, long bytes) throws Errno {
        system(folder).limit(bytes);
    }

    /** Makes every change of what is stored in a folder EROFS, or no more. It becomes a file system of its own. */
    public synchronized void readOnly(String folder, boolean yes) throws Errno {
        system(folder).readOnly(yes);
    }

    /** Has a folder be a part of the file system around it again. */
    public synchronized void unlimited(String folder) throws Errno {
        tree.systems().join(resolve(folder));
    }

    private Space system(String folder) throws Errno {
        String path = resolve(folder);
        return tree.systems().has(path)
                ? tree.systems().of(path)
                : tree.systems().split(path, stored(path));
    }

    private long stored(String folder) throws Errno {
        long bytes = 0;
        for (String file : files(folder)) {
            bytes += tree.inode(file, false).stored();
        }
        return bytes;
    }

    /**
     * Has an action done whenever a name comes into a folder or leaves it, as inotify(7) tells. It must be quick and not
     * look at the disk.
     *
     * @param folder without links
     * @return ends it
     */
    public Runnable watch(String folder, Runnable action) {
        return tree.watches().add(folder, action);
    }

    /** What is known of a file; of a link itself unless {@code follow}. */
    public Stat stat(String path, boolean follow) throws Errno {
        return tree.inode(path, follow).stat();
    }

    /** Whether a path leads to anything, dangling links included. */
    public boolean exists(String path) {
        try {
            return tree.place(path, false).inode().isPresent();
        } catch (Errno absent) {
            return false;
        }
    }

    /** Whether it is a file whose content the disk keeps; an attribute's is a question to something else each time. */
    public boolean isStored(String path) throws Errno {
        return tree.inode(path, true).content() instanceof Content.File;
    }

    /** The content of a file or the value of an attribute; EISDIR for a folder. */
    public Bytes read(String path) throws Errno {
        return switch (tree.inode(path, true).content()) {
            case Content.File file -> file.bytes();
            case Content.Asked asked -> asked.attribute().read();
            default -> throw new Errno("EISDIR", path);
        };
    }

    /** The same; empty where there is nothing to read, for whatever reason. */
    public Optional<Bytes> tryToRead(String path) {
        try {
            return Optional.of(read(path));
        } catch (Errno unreadable) {
            return Optional.empty();
        }
    }

    /** The names in a folder, in their order. */
    public List<String> list(String folder) throws Errno {
        return switch (tree.inode(folder, true).content()) {
            case Content.Folder stored -> List.copyOf(stored.entries().keySet());
            case Content.Mounted mounted ->
                mounted.folder().names().stream().sorted().toList();
            default -> throw new Errno("ENOTDIR", folder);
        };
    }

    /** The paths that a shell pattern matches, ordered; none when it matches nothing. */
    public List<String> glob(String pattern) {
        return Glob.find(this, pattern);
    }

    /** The absolute path without links. */
    public String resolve(String path) throws Errno {
        Walk.Place place = tree.place(path, true);
        Tree.found(place, path);
        return place.path();
    }

    /** Where a write to this path would go: links are followed, and the last name may be missing. */
    public String target(String path) throws Errno {
        return tree.place(path, true).path();
    }

    public String readlink(String path) throws Errno {
        if (tree.inode(path, false).content() instanceof Content.Link link) {
            return link.target();
        }
        throw new Errno("EINVAL", path);
    }

    /** Replaces the content as {@code open(O_CREAT | O_TRUNC)} and write(2) do; an attribute takes it as its new value. */
    public void write(String path, Bytes content, int mode) throws Errno {
        Optional<Attribute> attribute = attributeAt(path);
        if (attribute.isPresent()) {
            attribute.get().write(content);
        } else {
            store(path, content, mode, false);
        }
    }

    /** Adds to the end of a file, which comes into being when it is not there. */
    public void append(String path, Bytes content, int mode) throws Errno {
        Optional<Attribute> attribute = attributeAt(path);
        if (attribute.isPresent()) {
            attribute.get().write(content);
        } else {
            store(path, content, mode, true);
        }
    }

    /**
     * One write(2) at the beginning of a file that is there: what is behind it stays. It needs no space while the file keeps
     * within its last block of 4 KiB. An attribute takes it as its new value.
     */
    public void overwrite(String path, Bytes content) throws Errno {
        Optional<Attribute> attribute = attributeAt(path);
        if (attribute.isPresent()) {
            attribute.get().write(content);
        } else {
            storeOver(path, content);
        }
    }

    private synchronized void storeOver(String path, Bytes content) throws Errno {
        Walk.Place place = tree.place(path, true);
        Inode inode = Tree.found(place, path);
        if (!(inode.content() instanceof Content.File old)) {
            throw new Errno("EISDIR", path);
        }
        tree.requireWritable(place.path());
        byte[] all = old.bytes().toArray();
        byte[] start = content.toArray();
        byte[] both = Arrays.copyOf(all, Math.max(all.length, start.length));
        System.arraycopy(start, 0, both, 0, start.length);
        Bytes wanted = Bytes.of(both);
        Bytes stored = tree.systems().of(place.path()).fitBlocks(all.length, wanted);
        tree.put(inode, new Content.File(stored));
        if (stored.size() < wanted.size()) {
            throw new Errno("ENOSPC", path);
        }
    }

    private Optional<Attribute> attributeAt(String path) throws Errno {
        Optional<Content> content = tree.place(path, true).inode().map(Inode::content);
        return content.filter(Content.Asked.class::isInstance).map(asked -> ((Content.Asked) asked).attribute());
    }

    private synchronized void store(String path, Bytes content, int mode, boolean append) throws Errno {
        Walk.Place place = tree.place(path, true);
        Inode inode =
                place.inode().isPresent() ? place.inode().get() : tree.add(place, new Content.File(Bytes.EMPTY), mode);
        if (!(inode.content() instanceof Content.File old)) {
            throw new Errno("EISDIR", path);
        }
        tree.requireWritable(place.path());
        Bytes wanted = append ? joined(old.bytes(), content) : content;
        Bytes stored = tree.systems().of(place.path()).fit(old.bytes().size(), wanted);
        tree.put(inode, new Content.File(stored));
        if (stored.size() < wanted.size()) {
            throw new Errno("ENOSPC", path);
        }
    }

    private static Bytes joined(Bytes first, Bytes second) {
        byte[] all = new byte[first.size() + second.size()];
        System.arraycopy(first.toArray(), 0, all, 0, first.size());
        System.arraycopy(second.toArray(), 0, all, first.size(), second.size());
        return Bytes.of(all);
    }

    /** Makes a file that must not be there (O_EXCL): EEXIST. */
    public synchronized void create(String path, Bytes content, int mode) throws Errno {
        tree.absent(path);
        store(path, content, mode, false);
    }

    public synchronized void mkdir(String path, int mode) throws Errno {
        tree.add(tree.absent(Tree.trimmed(path)), Tree.emptyFolder(), mode);
    }

    /** Makes a folder and its missing parents with mode 0755. */
    public synchronized void folders(String path) throws Errno {
        for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
            folder(path.substring(0, at));
        }
        folder(path);
    }

    private void folder(String path) throws Errno {
        Walk.Place place = tree.place(path, true);
        if (place.inode().isEmpty()) {
            tree.add(place, Tree.emptyFolder(), FOLDER_MODE);
        } else if (!place.inode().get().isFolder()) {
            throw new Errno("ENOTDIR", path);
        }
    }

    public synchronized void symlink(String target, String path) throws Errno {
        tree.add(tree.absent(path), new Content.Link(target), LINK_MODE);
    }

    /** Mounts a virtual file; what was there is covered. Missing parents are made. */
    public void attribute(String path, Attribute attribute) throws Errno {
        mount(path, attribute);
    }

    /** Mounts a virtual file or folder; what was there is covered. Missing parents are made. */
    public synchronized void mount(String path, Virtual virtual) throws Errno {
        int last = path.lastIndexOf('/');
        if (last > 0) {
            folders(path.substring(0, last));
        }
        Walk.Place place = tree.place(path, false);
        if (place.inode().isPresent()) {
            tree.detach(place, place.inode().get());
            place = tree.place(path, false);
        }
        tree.add(place, Content.of(virtual), Inode.virtual(path, virtual).mode());
    }

    /** Gives a file a second name. */
    public synchronized void link(String from, String to) throws Errno {
        Inode inode = tree.inode(from, false);
        if (inode.isFolder() || !inode.isStored()) {
            throw new Errno("EPERM", from);
        }
        Walk.Place place = tree.absent(to);
        tree.requireSameSystem(tree.place(from, false), place);
        tree.name(place, inode.withLinks(inode.links() + 1));
    }

    public synchronized void unlink(String path) throws Errno {
        Walk.Place place = tree.place(path, false);
        Inode inode = Tree.found(place, path);
        if (inode.isFolder()) {
            throw new Errno("EISDIR", path);
        }
        Replacing.requireStored(inode, path);
        tree.detach(place, inode);
    }

    public synchronized void rmdir(String path) throws Errno {
        Walk.Place place = tree.place(Tree.trimmed(path), false);
        Inode inode = Tree.found(place, path);
        if (!(inode.content() instanceof Content.Folder folder)) {
            throw new Errno(inode.isFolder() ? "EBUSY" : "ENOTDIR", path);
        }
        if (!folder.entries().isEmpty()) {
            throw new Errno("ENOTEMPTY", path);
        }
        tree.detach(place, inode);
    }

    /** Gives a file or folder another name; a file of that name is replaced at once, and so is an empty folder by a folder. */
    public synchronized void rename(String from, String to) throws Errno {
        tree.rename(from, tree.place(Tree.trimmed(to), false));
    }

    /** The same with RENAME_NOREPLACE: EEXIST. */
    public synchronized void renameNew(String from, String to) throws Errno {
        tree.rename(from, tree.absent(to));
    }

    public synchronized void chmod(String path, int mode) throws Errno {
        tree.put(changeable(path).withMode(mode & 07777));
    }

    public synchronized void chown(String path, long uid, long gid) throws Errno {
        tree.put(changeable(path).withOwner(uid, gid));
    }

    /** Sets the time of the last modification, in seconds since 1970. */
    public synchronized void modified(String path, long seconds) throws Errno {
        tree.put(changeable(path).withModified(seconds));
    }

    private Inode changeable(String path) throws Errno {
        Inode inode = tree.inode(path, true);
        tree.requireWritable(resolve(path));
        if (!inode.isStored()) {
            throw new Errno("EPERM", path);
        }
        return inode;
    }

    /** EROFS where nothing may be changed. */
    public synchronized void requireWritable(String path) throws Errno {
        tree.requireWritable(path);
    }

    /** All paths of stored files below a folder, links not followed; for tests and for saving a disk. */
    public List<String> files(String folder) throws Errno {
        List<String> all = new ArrayList<>();
        for (String name : list(folder)) {
            String path = folder.equals("/") ? "/" + name : folder + "/" + name;
            if (tree.inode(path, false).content() instanceof Content.Folder) {
                all.addAll(files(path));
            } else {
                all.add(path);
            }
        }
        return all;
    }
}
