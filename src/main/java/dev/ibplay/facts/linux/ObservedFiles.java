package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Configuration files found by shell patterns. {@link ReadMatching} tells what it could not look at; so a file that is there
 * and was not read is unreadable, not absent.
 *
 * @param files by path; a link to /dev/null, by which systemd and modprobe switch a file off, is an empty one. A pattern does
 *     not tell when they were modified
 * @param unlisted why there may be more files, by folder
 */
public record ObservedFiles(Map<String, FileObserved> files, Map<String, String> unlisted) {
    private static final int FILE_LIMIT = 1 << 20;

    /** One operation for each pattern. */
    public static List<Operation> operations(List<String> patterns) {
        return patterns.stream()
                .<Operation>map(pattern -> new ReadMatching(pattern, FILE_LIMIT))
                .toList();
    }

    /** What became of {@link #operations}; {@code outcomes} may have more behind. */
    public static ObservedFiles parse(List<String> patterns, List<Outcome> outcomes) {
        var found = new ObservedFiles(new TreeMap<>(), new TreeMap<>());
        for (int i = 0; i < patterns.size(); i++) {
            found.add(patterns.get(i), outcomes.get(i));
        }
        return found;
    }

    private void add(String pattern, Outcome outcome) {
        switch (outcome) {
            case Outcome.FilesFound found -> {
                found.files().forEach(file -> add(file.path(), Fact.known(file.content())));
                found.unread().forEach(unread -> addUnread(pattern, unread));
            }
            case Outcome.OperationFailed failed -> unlisted.put(fixedFolder(pattern), failed.message());
            default -> unlisted.put(fixedFolder(pattern), "unexpected answer");
        }
    }

    /** What is as deep as the pattern is a file that it matches; all else is a folder on the way. */
    private void addUnread(String pattern, Outcome.Unread unread) {
        String because = unread.why().message();
        if (depth(unread.path()) == depth(pattern)) {
            add(unread.path(), Fact.unreadable(because));
        } else {
            unlisted.put(unread.path(), because);
        }
    }

    private void add(String path, Fact<Bytes> content) {
        files.put(path, new FileObserved(path, content, 0));
    }

    private static long depth(String path) {
        return path.chars().filter(c -> c == '/').count();
    }

    /** The folder that all matches of a pattern are in or below. */
    private static String fixedFolder(String pattern) {
        String fixed = pattern.split("[*?\\[]", 2)[0];
        return fixed.substring(0, Math.max(1, fixed.lastIndexOf('/')));
    }

    /** The files in a folder, by path. */
    List<FileObserved> in(String folder) {
        return files.values().stream()
                .filter(file ->
                        file.path().startsWith(folder + "/") && file.path().indexOf('/', folder.length() + 1) < 0)
                .toList();
    }

    /** Why not all is known of some folders: one cannot be listed, or a file in it cannot be read. */
    Optional<String> obstacle(Collection<String> folders) {
        Optional<String> shut = unlisted.entrySet().stream()
                .filter(entry -> folders.stream()
                        .anyMatch(folder -> isWithin(entry.getKey(), folder) || isWithin(folder, entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
        return shut.or(() -> files.values().stream()
                .filter(file -> folders.stream().anyMatch(folder -> file.path().startsWith(folder + "/")))
                .flatMap(file -> file.content() instanceof Fact.Unreadable<Bytes> unreadable
                        ? Stream.of(unreadable.because())
                        : Stream.empty())
                .findFirst());
    }

    /** A file; absent where it is not among those that were found. */
    public FileObserved get(String path) {
        return files.getOrDefault(path, new FileObserved(path, Fact.absent(), 0));
    }

    /** Why there may be a file that was not found: a folder on the way to it could not be listed. */
    Optional<String> whyUnlisted(String path) {
        return unlisted.entrySet().stream()
                .filter(entry -> isWithin(path, entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static boolean isWithin(String path, String folder) {
        return folder.equals("/") || (path + "/").startsWith(folder + "/");
    }
}
