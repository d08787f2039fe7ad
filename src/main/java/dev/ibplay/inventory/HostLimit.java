package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.SourceFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code --limit} takes: a host pattern whose terms may also be {@code @FILE}, a file with one pattern on each line. */
public final class HostLimit {
    private static final String OPTION = "--limit";

    /** Words that stand for hosts behind an {@code @} where there is no file of that name. */
    @FunctionalInterface
    public interface Names {
        /** Knows no word. */
        Names NONE = (word, span, problems) -> Optional.empty();

        /**
         * The names of the hosts that a word means, perhaps none of them; nothing when it is no such word. Says in
         * {@code problems} what is wrong with one that is.
         */
        Optional<List<String>> hosts(String word, Span span, Problems problems);
    }

    private HostLimit() {}

    /** The pattern, with the lines of its files in place of their names. */
    public static HostPattern parse(String text, SourceFiles files, Problems problems) {
        return parse(text, files, Names.NONE, problems);
    }

    /** The same, where a word behind {@code @} that is no file may stand for hosts. */
    public static HostPattern parse(String text, SourceFiles files, Names names, Problems problems) {
        var patterns = new ArrayList<Located<String>>();
        var terms = new ArrayList<HostPatternTerm>();
        int start = 0;
        for (String part : text.split(",", -1)) {
            String stripped = part.strip();
            int column = 1 + text.codePointCount(0, text.indexOf(stripped, start));
            var span = new Span(OPTION, 1, column, 1, column + stripped.codePointCount(0, stripped.length()));
            if (stripped.startsWith("@")) {
                String word = stripped.substring(1);
                Optional<List<String>> named =
                        files.isFile(word) ? Optional.empty() : names.hosts(word, span, problems);
                named.ifPresent(hosts -> terms.add(HostPatternTerm.ofHosts(word, hosts, span)));
                if (named.isEmpty()) {
                    patterns.addAll(lines(word, span, files, problems));
                }
            } else if (!stripped.isEmpty()) {
                patterns.add(new Located<>(stripped, span));
            }
            start += part.length() + 1;
        }
        terms.addAll(HostPattern.parse(patterns, problems).terms());
        return new HostPattern(terms);
    }

    private static List<Located<String>> lines(String file, Span span, SourceFiles files, Problems problems) {
        var patterns = new ArrayList<Located<String>>();
        try {
            List<String> lines = files.read(file).text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                if (!line.isEmpty()) {
                    int column = 1 + lines.get(i).indexOf(line);
                    int end = column + line.codePointCount(0, line.length());
                    patterns.add(new Located<>(line, new Span(file, i + 1, column, i + 1, end)));
                }
            }
        } catch (IOException failed) {
            problems.error(
                    Code.FILE_UNREADABLE,
                    span,
                    "cannot read the file of hosts: " + failed.getMessage(),
                    "behind @ stands a file with one host pattern on each line");
        }
        return patterns;
    }
}
