package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file on a host that is to get another content, or is to go.
 *
 * @param before empty where there is no file
 * @param after empty where there is to be none; never both
 */
public record FileChange(String host, String path, Optional<Bytes> before, Optional<Bytes> after) {
    /** OpenSM's files hold no secrets by default and are read by people. */
    private static final int MODE_OF_NEW_FILES = 0644;

    /** NetworkManager loads no profile that others may read, since there may be secrets in it (nm-settings-keyfile(5)). */
    private static final int MODE_OF_PROFILES = 0600;

    private static final String PROFILES = "/etc/NetworkManager/system-connections/";

    public FileChange {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("no file before and none after: " + path);
        }
    }

    /** A file that gets this content. */
    public FileChange(String host, String path, Optional<Bytes> before, Bytes after) {
        this(host, path, before, Optional.of(after));
    }

    /** A file that goes. */
    public static FileChange removal(String host, String path, Bytes before) {
        return new FileChange(host, path, Optional.of(before), Optional.empty());
    }

    /** The replacement or removal, which the far end refuses when the file has moved on. */
    public Operation operation() {
        return operation(before, after);
    }

    /** What puts the old state back: the old content, or no file. */
    public Operation undo() {
        return operation(after, before);
    }

    private Operation operation(Optional<Bytes> from, Optional<Bytes> to) {
        return to.<Operation>map(content -> new Operation.ReplaceFile(path, from, content, mode()))
                .orElseGet(() -> new Operation.RemoveFile(path, from.orElseThrow()));
    }

    private int mode() {
        return path.startsWith(PROFILES) ? MODE_OF_PROFILES : MODE_OF_NEW_FILES;
    }

    /** What is done to files, in one sentence; empty text for none. */
    public static String what(List<FileChange> changes) {
        String written = paths(changes.stream().filter(c -> c.after().isPresent()));
        String removed = paths(changes.stream().filter(c -> c.after().isEmpty()));
        return (written.isEmpty() ? "" : "write " + written)
                + (written.isEmpty() || removed.isEmpty() ? "" : " and ")
                + (removed.isEmpty() ? "" : "remove " + removed);
    }

    private static String paths(Stream<FileChange> changes) {
        return changes.map(FileChange::path).collect(Collectors.joining(" and "));
    }

    public static List<Operation> operations(List<FileChange> changes) {
        return changes.stream().map(FileChange::operation).toList();
    }
}
