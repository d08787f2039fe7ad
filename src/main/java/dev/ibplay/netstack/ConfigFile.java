package dev.ibplay.netstack;

/**
 * A file of a host. A link to /dev/null counts as an empty file: both mask the files of its name in later folders.
 *
 * @param path absolute
 */
public record ConfigFile(String path, String text) {
    /** The last part of the path. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** All of the path but its last part, without a slash at its end. */
    public String folder() {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    /** Without the text: it may hold passwords. */
    @Override
    public String toString() {
        return path;
    }
}
