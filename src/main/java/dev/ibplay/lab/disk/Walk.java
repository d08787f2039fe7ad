package dev.ibplay.lab.disk;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Follows one path from the root, as path_resolution(7) says. */
final class Walk {
    private static final int MAX_LINKS = 40;
    private static final int MAX_NAME = 255;

    private final Inodes inodes;
    private final String path;
    private final boolean followLast;
    private final Deque<Step> behind = new ArrayDeque<>();
    private final Deque<String> ahead = new ArrayDeque<>();
    private Inode at;
    private int links;

    private record Step(Inode folder, String name) {}

    /**
     * Where a path leads.
     *
     * @param folder that holds the last name
     * @param path without links, dots and doubled slashes
     * @param inode empty when everything but the last name is there
     */
    record Place(Inode folder, String name, String path, Optional<Inode> inode) {}

    private Walk(Inodes inodes, String path, boolean followLast) throws Errno {
        this.inodes = inodes;
        this.path = path;
        this.followLast = followLast || path.endsWith("/");
        this.at = root();
        ahead.addAll(components(path));
    }

    private Inode root() {
        return inodes.get(Inodes.ROOT).orElseThrow();
    }

    /**
     * Goes to where a path leads.
     *
     * @throws Errno ENOENT or ENOTDIR when a folder on the way is missing or none; ELOOP; ENAMETOOLONG
     */
    static Place to(Inodes inodes, String path, boolean followLast) throws Errno {
        if (!path.startsWith("/")) {
            throw new Errno("ENOENT", path);
        }
        return new Walk(inodes, path, followLast).place();
    }

    private static List<String> components(String path) {
        return Arrays.stream(path.split("/")).filter(name -> !name.isEmpty()).toList();
    }

    private Place place() throws Errno {
        while (!ahead.isEmpty()) {
            String name = ahead.removeFirst();
            requireFolder();
            if (name.equals("..")) {
                goBack();
            } else if (!name.equals(".")) {
                Optional<Inode> next = enter(name);
                if (next.isEmpty()) {
                    return missing(name);
                }
            }
        }
        if (path.endsWith("/")) {
            requireFolder();
        }
        return here();
    }

    private void requireFolder() throws Errno {
        if (!at.isFolder()) {
            throw new Errno("ENOTDIR", path);
        }
    }

    private void goBack() {
        if (!behind.isEmpty()) {
            at = behind.removeLast().folder();
        }
    }

    private Optional<Inode> enter(String name) throws Errno {
        if (name.length() > MAX_NAME) {
            throw new Errno("ENAMETOOLONG", path);
        }
        Optional<Inode> next = child(name);
        if (next.isPresent() && next.get().content() instanceof Content.Link link && (followLast || !ahead.isEmpty())) {
            follow(link.target());
        } else if (next.isPresent()) {
            behind.addLast(new Step(at, name));
            at = next.get();
        }
        return next;
    }

    private void follow(String target) throws Errno {
        if (++links > MAX_LINKS) {
            throw new Errno("ELOOP", path);
        }
        List<String> names = components(target);
        for (int i = names.size() - 1; i >= 0; i--) {
            ahead.addFirst(names.get(i));
        }
        if (target.startsWith("/")) {
            behind.clear();
            at = root();
        }
    }

    /** A name that leads to no file has been given to another one since the folder was looked at: look again. */
    private Optional<Inode> child(Content.Folder folder, String name) {
        Content.Folder now = folder;
        while (now.entries().containsKey(name)) {
            Optional<Inode> found = Optional.ofNullable(now.entries().get(name)).flatMap(inodes::get);
            if (found.isPresent()) {
                return found;
            }
            Optional<Inode> again = inodes.get(at.number());
            if (again.isEmpty() || !(again.get().content() instanceof Content.Folder changed) || changed.equals(now)) {
                return Optional.empty();
            }
            now = changed;
        }
        return Optional.empty();
    }

    private Optional<Inode> child(String name) {
        return switch (at.content()) {
            case Content.Folder folder -> child(folder, name);
            case Content.Mounted mounted ->
                mounted.folder().entry(name).map(virtual -> Inode.virtual(join(name), virtual));
            default -> Optional.empty();
        };
    }

    private Place missing(String name) throws Errno {
        if (!ahead.isEmpty()) {
            throw new Errno("ENOENT", path);
        }
        return new Place(at, name, join(name), Optional.empty());
    }

    private Place here() {
        if (behind.isEmpty()) {
            return new Place(at, "/", "/", Optional.of(at));
        }
        Step last = behind.removeLast();
        String full = folderPath() + "/" + last.name();
        return new Place(last.folder(), last.name(), full, Optional.of(at));
    }

    private String join(String name) {
        return folderPath() + "/" + name;
    }

    private String folderPath() {
        List<String> names = new ArrayList<>(behind.size());
        behind.forEach(step -> names.add(step.name()));
        return names.isEmpty() ? "" : "/" + String.join("/", names);
    }
}
