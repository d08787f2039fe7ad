package dev.ibplay.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts two edits of one text together, where they concern different lines. */
final class TextMerge {
    /** Lines from {@code start} to {@code end} of the old text, the latter not included, become {@code lines}. */
    private record Edit(int start, int end, List<String> lines) {
        static Edit between(List<String> old, List<String> edited) {
            int start = 0;
            int shorter = Math.min(old.size(), edited.size());
            while (start < shorter && old.get(start).equals(edited.get(start))) {
                start++;
            }
            int same = 0;
            while (same < shorter - start
                    && old.get(old.size() - 1 - same).equals(edited.get(edited.size() - 1 - same))) {
                same++;
            }
            return new Edit(start, old.size() - same, edited.subList(start, edited.size() - same));
        }
    }

    private TextMerge() {}

    /** The old text with both edits; nothing where they touch the same lines or stand side by side. */
    static Optional<String> of(String old, String one, String other) {
        if (one.equals(other) || other.equals(old)) {
            return Optional.of(one);
        }
        if (one.equals(old)) {
            return Optional.of(other);
        }
        List<String> lines = lines(old);
        Edit first = Edit.between(lines, lines(one));
        Edit second = Edit.between(lines, lines(other));
        if (first.start() > second.start()) {
            Edit swapped = first;
            first = second;
            second = swapped;
        }
        if (first.end() >= second.start()) {
            return Optional.empty();
        }
        List<String> merged = new ArrayList<>(lines.subList(0, first.start()));
        merged.addAll(first.lines());
        merged.addAll(lines.subList(first.end(), second.start()));
        merged.addAll(second.lines());
        merged.addAll(lines.subList(second.end(), lines.size()));
        return Optional.of(String.join("", merged));
    }

    /** With their ends, so that nothing of the text is lost. */
    private static List<String> lines(String text) {
        return List.of(text.split("(?<=\n)", -1));
    }
}
