package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.util.List;
import java.util.Optional;

/**
 * A file on a host that is to get another content.
 *
 * @param before empty where there is no file
 */
public record FileChange(String host, String path, Optional<Bytes> before, Bytes after) {
    /** OpenSM's files hold no secrets by default and are read by people. */
    private static final int MODE_OF_NEW_FILES = 0644;

    /** The replacement, which the far end refuses when the file has moved on. */
    public Operation operation() {
        return new Operation.ReplaceFile(path, before, after, MODE_OF_NEW_FILES);
    }

    /** What puts the old state back: the old content, or no file. */
    public Operation undo() {
        return before.<Operation>map(
                        content -> new Operation.ReplaceFile(path, Optional.of(after), content, MODE_OF_NEW_FILES))
                .orElseGet(() -> new Operation.RemoveFile(path, after));
    }

    public static List<Operation> operations(List<FileChange> changes) {
        return changes.stream().map(FileChange::operation).toList();
    }
}
