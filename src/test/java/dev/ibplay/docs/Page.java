package dev.ibplay.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page for users: README.md or one below docs. */
record Page(Path path, List<String> lines) {
    static final Path ROOT = Path.of("docs");
    static final Path README = Path.of("README.md");

    private static final String FENCE = "```";
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern CELL = Pattern.compile("`([^`]+)`");

    static Page of(Path path) {
        try {
            return new Page(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** README.md and all pages below docs, in the order of their names. */
    static List<Page> all() throws IOException {
        try (Stream<Path> below = Files.walk(ROOT)) {
            return Stream.concat(
                            Stream.of(README),
                            below.filter(path -> path.toString().endsWith(".md"))
                                    .sorted())
                    .map(Page::of)
                    .toList();
        }
    }

    List<FencedBlock> blocks() {
        List<FencedBlock> blocks = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            if (!lines.get(at).startsWith(FENCE)) {
                continue;
            }
            int end = at + 1;
            while (!lines.get(end).equals(FENCE)) {
                end++;
            }
            String word = lines.get(at).substring(FENCE.length()).strip();
            blocks.add(new FencedBlock(path, word, at + 2, List.copyOf(lines.subList(at + 1, end))));
            at = end;
        }
        return blocks;
    }

    /** The lines outside of fenced blocks; those within are empty, so that numbers stay. */
    List<String> prose() {
        List<String> prose = new ArrayList<>(lines);
        for (FencedBlock block : blocks()) {
            for (int i = -1; i <= block.lines().size(); i++) {
                prose.set(block.line() - 1 + i, "");
            }
        }
        return prose;
    }

    /** The anchors that GitHub gives to the headings. */
    Set<String> anchors() {
        Set<String> anchors = new LinkedHashSet<>();
        for (String line : prose()) {
            if (line.startsWith("#")) {
                String heading = line.replaceFirst("^#+\\s+", "").toLowerCase(Locale.ROOT);
                anchors.add(heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
            }
        }
        return anchors;
    }

    /** Where its links lead, as written. */
    List<String> links() {
        return found(LINK);
    }

    /** What stands in `code` within lines. */
    List<String> codeSpans() {
        return found(SPAN);
    }

    private List<String> found(Pattern pattern) {
        return prose().stream()
                .flatMap(line -> pattern.matcher(line).results())
                .map(result -> result.group(1))
                .toList();
    }

    /** What stands as `code` in the first column of the tables whose first column has this heading. */
    List<String> firstColumn(String heading) {
        List<String> cells = new ArrayList<>();
        boolean within = false;
        for (String line : prose()) {
            if (!line.startsWith("|")) {
                within = false;
            } else if (line.startsWith("| " + heading + " |")) {
                within = true;
            } else if (within) {
                String cell = line.split("(?<!\\\\)\\|", -1)[1];
                cells.addAll(
                        CELL.matcher(cell).results().map(MatchResult::group).toList());
            }
        }
        return cells.stream().map(cell -> cell.replace("`", "")).toList();
    }
}
