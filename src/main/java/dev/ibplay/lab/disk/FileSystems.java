package dev.ibplay.lab.disk;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The parts of a disk that have limits of their own; a name does not move from one to another (EXDEV). */
final class FileSystems {
    private final Space root;
    private final Map<String, Space> spaces = new HashMap<>(1);

    FileSystems() {
        this(new Space());
    }

    private FileSystems(Space root) {
        this.root = root;
    }

    FileSystems copy() {
        FileSystems copy = new FileSystems(root.copy());
        spaces.forEach((folder, space) -> copy.spaces.put(folder, space.copy()));
        return copy;
    }

    /** The one that a path without links belongs to. */
    Space of(String path) {
        String at = path;
        while (at.length() > 1) {
            Optional<Space> here = Optional.ofNullable(spaces.get(at));
            if (here.isPresent()) {
                return here.get();
            }
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return root;
    }

    boolean has(String folder) {
        return folder.equals("/") || spaces.containsKey(folder);
    }

    /** Makes a folder one of its own, with what it holds already. */
    Space split(String folder, long holds) {
        of(folder).add(-holds);
        Space space = new Space();
        space.add(holds);
        spaces.put(folder, space);
        return space;
    }

    /** Makes it a part of the one around it again. */
    void join(String folder) {
        Optional<Space> space = Optional.ofNullable(spaces.remove(folder));
        space.ifPresent(joined -> of(folder).add(joined.used()));
    }
}
