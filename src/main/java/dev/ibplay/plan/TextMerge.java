package dev.ibplay.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Puts edits of one text together, where they concern different words: two interfaces may stand in one line of a YAML
 * file, but a number is never put together from parts of two.
 */
final class TextMerge {
    private static final Pattern WORD = Pattern.compile("[\\w./:-]+|[^\\w./:-]");

    /** Words from {@code start} to {@code end} of the old text, the latter not included, become {@code words}. */
    private record Edit(int start, int end, List<String> words) {
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

    /** The old text with all edits; nothing where two touch the same words or stand side by side. */
    static Optional<String> of(String old, List<String> edited) {
        List<String> words = words(old);
        List<Edit> edits = edited.stream()
                .filter(text -> !text.equals(old))
                .map(text -> Edit.between(words, words(text)))
                .distinct()
                .sorted(Comparator.comparingInt(Edit::start))
                .toList();
        List<String> merged = new ArrayList<>();
        int end = -1;
        for (Edit edit : edits) {
            if (edit.start() <= end) {
                return Optional.empty();
            }
            merged.addAll(words.subList(Math.max(end, 0), edit.start()));
            merged.addAll(edit.words());
            end = edit.end();
        }
        merged.addAll(words.subList(Math.max(end, 0), words.size()));
        return Optional.of(String.join("", merged));
    }

    /** What stands between words is a word of its own, so that nothing of the text is lost. */
    private static List<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group).toList();
    }
}
