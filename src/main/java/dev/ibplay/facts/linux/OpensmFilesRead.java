package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The files that a batch read, by their paths; it notes those that are wanted and were not asked for. */
public final class OpensmFilesRead {
    private final Map<String, FileObserved> asked;
    private final ObservedFiles matched;
    private final Set<String> missing = new TreeSet<>();

    public OpensmFilesRead(Map<String, FileObserved> asked, ObservedFiles matched) {
        this.asked = Map.copyOf(asked);
        this.matched = matched;
    }

    public FileObserved get(String path) {
        if (asked.containsKey(path)) {
            return asked.get(path);
        }
        if (matched.files().containsKey(path)) {
            return matched.get(path);
        }
        missing.add(path);
        return new FileObserved(path, Fact.unreadable(path + " was not read"), 0);
    }

    /** The same of a file of which it matters when it was modified, too, which a pattern does not tell. */
    FileObserved dated(String path) {
        FileObserved file = get(path);
        if (!asked.containsKey(path)) {
            missing.add(path);
        }
        return file;
    }

    /** Whether there is such a file, readable or not, among those that were asked for. */
    public boolean isThere(String path) {
        return paths().contains(path)
                || (asked.containsKey(path) && !(asked.get(path).content() instanceof Fact.Absent<Bytes>));
    }

    /** A file that a pattern would match: absent where none has, unreadable where its folder could not be listed. */
    public FileObserved listed(String path) {
        return matched.whyUnlisted(path)
                .filter(why -> !matched.files().containsKey(path))
                .map(why -> new FileObserved(path, Fact.unreadable(why), 0))
                .orElseGet(() -> matched.get(path));
    }

    /** The paths of those that patterns matched. */
    Set<String> paths() {
        return matched.files().keySet();
    }

    /** Those that patterns matched in a folder. */
    List<FileObserved> in(String folder) {
        return matched.in(folder);
    }

    /** What is to be read next. */
    public Set<String> missing() {
        return Set.copyOf(missing);
    }

    public static FileObserved file(String path, Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent content ->
                new FileObserved(path, Fact.known(content.content()), content.modifiedSeconds());
            case Outcome.FileAbsent ignored -> new FileObserved(path, Fact.absent(), 0);
            case Outcome.OperationFailed failed -> new FileObserved(path, Fact.unreadable(failed.message()), 0);
            default -> new FileObserved(path, Fact.unreadable("unexpected answer"), 0);
        };
    }
}
