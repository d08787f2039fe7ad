package dev.ibplay.lab.disk;

import java.util.List;
import java.util.TreeSet;

/** Finds the paths that a pattern matches (native/PROTOCOL.md, "Read matching"; native/src/match.c). */
final class Glob {
    private final Disk disk;
    private final TreeSet<String> found = new TreeSet<>();

    private Glob(Disk disk) {
        this.disk = disk;
    }

    static List<String> find(Disk disk, String pattern) {
        Glob glob = new Glob(disk);
        glob.expand("", pattern);
        return List.copyOf(glob.found);
    }

    /** The prefix is empty or ends with a slash. */
    private void expand(String prefix, String pattern) {
        int length = pattern.indexOf('/') < 0 ? pattern.length() : pattern.indexOf('/');
        String component = pattern.substring(0, length);
        int next = length;
        while (next < pattern.length() && pattern.charAt(next) == '/') {
            next++;
        }
        String rest = pattern.substring(next);
        if (Pattern.isOne(component)) {
            expandFolder(prefix, new Pattern(component), rest);
        } else {
            descend(prefix + component + pattern.substring(length, next), rest);
        }
    }

    private void expandFolder(String prefix, Pattern component, String rest) {
        for (String name : names(prefix)) {
            if (component.matches(name)) {
                descend(prefix + name + (rest.isEmpty() ? "" : "/"), rest);
            }
        }
    }

    private List<String> names(String folder) {
        try {
            return disk.list(folder);
        } catch (Errno notThere) {
            return List.of();
        }
    }

    private void descend(String prefix, String rest) {
        if (!rest.isEmpty()) {
            expand(prefix, rest);
        } else if (disk.exists(prefix)) {
            found.add(prefix);
        }
    }
}
