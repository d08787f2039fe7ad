package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.linux.ListedFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a host's files are, as they were listed. In recordings of when a pattern's answer did not tell what it left out, the
 * listing does.
 */
final class ListedFiles {
    private static final String SHUT = "shut ";

    private final SortedMap<String, ListedFile> files = new TreeMap<>();
    private final Set<String> shut = new TreeSet<>();
    private boolean tellsWhatPatternsLeftOut;

    ListedFiles(Collection<Exchange> exchanges) {
        for (Exchange exchange : exchanges) {
            if (ListedFile.isListing(exchange.operation())
                    && exchange.outcome() instanceof Outcome.CommandEnded ended) {
                tellsWhatPatternsLeftOut |=
                        ListedFile.asked(exchange.operation()).isEmpty();
                ListedFile.in(ended).forEach(file -> files.put(file.path(), file));
                ended.stdout()
                        .lossyText()
                        .lines()
                        .filter(line -> line.startsWith(SHUT))
                        .forEach(line -> shut.add(line.substring(SHUT.length())));
            }
        }
    }

    Optional<ListedFile> get(String path) {
        return Optional.ofNullable(files.get(path));
    }

    Stream<String> devices() {
        return files.values().stream().filter(ListedFile::isDevice).map(ListedFile::path);
    }

    /** A pattern's answer, with what it would tell now. */
    Outcome completed(Operation asked, Outcome answer) {
        return tellsWhatPatternsLeftOut
                        && asked instanceof Operation.ReadMatching matching
                        && answer instanceof Outcome.FilesFound found
                ? completed(matching.pattern(), found)
                : answer;
    }

    private Outcome completed(String pattern, Outcome.FilesFound found) {
        List<Outcome.NamedFile> all = new ArrayList<>(found.files());
        List<Outcome.Unread> unread = new ArrayList<>(found.unread());
        Set<String> told = new HashSet<>();
        all.forEach(file -> told.add(file.path()));
        unread.forEach(file -> told.add(file.path()));
        Pattern matched = regex(pattern);
        for (ListedFile file : files.values()) {
            if (told.contains(file.path()) || !matched.matcher(file.path()).matches()) {
                continue;
            }
            if (file.isDevice()) {
                all.add(new Outcome.NamedFile(file.path(), Bytes.EMPTY));
            } else if (file.isRegular()) {
                unread.add(unread(file.path(), " cannot be read"));
            }
        }
        shut.stream()
                .filter(folder -> pattern.startsWith(folder + "/"))
                .forEach(folder -> unread.add(unread(folder, " cannot be looked into")));
        all.sort(Comparator.comparing(Outcome.NamedFile::path));
        return new Outcome.FilesFound(all, unread);
    }

    private static Outcome.Unread unread(String path, String why) {
        return new Outcome.Unread(path, new Outcome.OperationFailed("EOTHER", path + why));
    }

    /** Of a shell pattern, as far as probes have them: stars, and sets of characters. */
    private static Pattern regex(String pattern) {
        return Pattern.compile(pattern.replace(".", "\\.").replace("*", "[^/]*"));
    }

    /** What a listing would say that was not asked for, by those that were; nothing for other questions. */
    Optional<Outcome> answer(Operation asked) {
        String known = ListedFile.asked(asked).stream()
                .flatMap(path -> get(path).stream())
                .map(file -> file.line() + "\n")
                .collect(Collectors.joining());
        return known.isEmpty()
                ? Optional.empty()
                : Optional.of(new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(known), Bytes.EMPTY));
    }
}
