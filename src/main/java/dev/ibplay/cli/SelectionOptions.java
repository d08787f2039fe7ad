package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.HostLimit;
import dev.ibplay.playbook.Selection;
import dev.ibplay.source.SourceFiles;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which hosts and plays are to be changed. */
final class SelectionOptions {
    @Option(
            names = {"-l", "--limit"},
            paramLabel = "PATTERN",
            description = "Change only hosts that match; subnet managers outside are still read. @FILE reads patterns. "
                    + HostsOfRuns.DESCRIPTION)
    private @Nullable String limit;

    @Option(
            names = {"-t", "--tags"},
            paramLabel = "TAGS",
            split = ",",
            description = "Only plays with one of these tags.")
    private List<String> tags = List.of();

    @Option(names = "--skip-tags", paramLabel = "TAGS", split = ",", description = "No plays with one of these tags.")
    private List<String> skipTags = List.of();

    Selection selection(SourceFiles files, HostLimit.Names names, Problems problems) {
        return new Selection(
                Optional.ofNullable(limit).map(text -> HostLimit.parse(text, files, names, problems)),
                trimmed(tags),
                trimmed(skipTags));
    }

    /** As they were given, for comparison. */
    List<String> words() {
        return List.of(
                String.valueOf(limit),
                String.join(",", new TreeSet<>(trimmed(tags))),
                String.join(",", new TreeSet<>(trimmed(skipTags))));
    }

    private static Set<String> trimmed(List<String> words) {
        Set<String> set = new HashSet<>();
        words.forEach(word -> set.add(word.strip()));
        return set;
    }
}
