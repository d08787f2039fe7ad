package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Configuration files found by shell patterns. {@link ReadMatching} leaves out what it cannot read; so the names are listed
 * too, and a file that is listed but was not read is unreadable, not absent.
 *
 * @param files by path; a link to /dev/null, by which systemd and modprobe switch a file off, is an empty one
 * @param unlisted why there may be more files, by folder; under {@link #EVERYWHERE} where that is so in all folders
 */
public record ObservedFiles(Map<String, FileObserved> files, Map<String, String> unlisted) {
    static final String EVERYWHERE = "/";

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int FILE_LIMIT = 1 << 20;

    private static final String SHUT = "shut ";

    /** Lists and reads: one operation, and one for each pattern. */
    public static List<Operation> operations(List<String> patterns) {
        String folders = patterns.stream()
                .map(pattern -> pattern.substring(0, pattern.lastIndexOf('/')))
                .distinct()
                .collect(Collectors.joining(" "));
        String script = "command -v stat >/dev/null || { echo 'there is no stat' >&2; exit 1; }\n"
                + "for d in " + folders + "; do\n"
                + "[ ! -d \"$d\" ] || { [ -r \"$d\" ] && [ -x \"$d\" ]; } || echo \"" + SHUT + "$d\"\n"
                + "done\n"
                + ListedFile.STAT + String.join(" ", patterns) + " 2>/dev/null\n"
                + "exit 0\n";
        List<Operation> operations = new ArrayList<>();
        operations.add(RunCommand.of(LIMIT, "sh", "-c", script));
        patterns.forEach(pattern -> operations.add(new ReadMatching(pattern, FILE_LIMIT)));
        return List.copyOf(operations);
    }

    /** What became of {@link #operations}; {@code outcomes} may have more behind. */
    public static ObservedFiles parse(List<String> patterns, List<Outcome> outcomes) {
        Map<String, Bytes> contents = new HashMap<>();
        Map<String, String> failures = new HashMap<>();
        for (int i = 0; i < patterns.size(); i++) {
            switch (outcomes.get(i + 1)) {
                case Outcome.FilesFound found -> found.files().forEach(f -> contents.put(f.path(), f.content()));
                case Outcome.OperationFailed failed -> failures.put(patterns.get(i), failed.message());
                default -> failures.put(patterns.get(i), "unexpected answer");
            }
        }
        Map<String, FileObserved> files = new TreeMap<>();
        contents.forEach((path, content) -> files.put(path, new FileObserved(path, Fact.known(content), 0)));
        Map<String, String> unlisted = new TreeMap<>();
        switch (ToolAnswer.of(outcomes.getFirst())) {
            case Fact.Known<ToolOutput> known -> {
                for (String line : known.value().lines()) {
                    if (line.startsWith(SHUT)) {
                        String folder = line.substring(SHUT.length());
                        unlisted.put(folder, folder + " cannot be looked into");
                    } else {
                        ListedFile.of(line)
                                .flatMap(file -> listed(file, contents, failures))
                                .ifPresent(file -> files.put(file.path(), file));
                    }
                }
            }
            case Fact.Absent<ToolOutput> ignored -> unlisted.put(EVERYWHERE, "there is no sh to list files with");
            case Fact.Unreadable<ToolOutput> unreadable ->
                unlisted.put(EVERYWHERE, "files cannot be listed: " + unreadable.because());
        }
        return new ObservedFiles(files, unlisted);
    }

    private static Optional<FileObserved> listed(
            ListedFile file, Map<String, Bytes> contents, Map<String, String> failures) {
        if (contents.containsKey(file.path())) {
            return Optional.of(observed(file, Fact.known(contents.get(file.path()))));
        }
        if (file.isDevice()) {
            return Optional.of(observed(file, Fact.known(Bytes.EMPTY)));
        }
        return file.isRegular()
                ? Optional.of(observed(file, Fact.unreadable(because(file.path(), failures))))
                : Optional.empty();
    }

    private static FileObserved observed(ListedFile file, Fact<Bytes> content) {
        return new FileObserved(file.path(), content, file.modifiedSeconds());
    }

    private static String because(String path, Map<String, String> failures) {
        return failures.entrySet().stream()
                .filter(entry ->
                        Pattern.matches(entry.getKey().replace(".", "\\.").replace("*", "[^/]*"), path))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(path + " cannot be read");
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
                .filter(entry -> entry.getKey().equals(EVERYWHERE)
                        || folders.stream().anyMatch(folder -> (entry.getKey() + "/").startsWith(folder + "/")))
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
}
