package dev.ibplay.lab.windows;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The words behind a command of netsh: {@code tag=value}, or values in the order of the tags. Commands and tags may be cut short.
 *
 * @param values by their whole tags
 */
record NetshWords(Map<String, String> values) {
    private static final int SHORTEST = 2;

    /** Whether somebody has meant this word. */
    static boolean is(String written, String whole) {
        return written.length() >= Math.min(SHORTEST, whole.length())
                && whole.startsWith(written.toLowerCase(Locale.ROOT));
    }

    /** Nothing where a tag is not known, or there are too many values. */
    static Optional<NetshWords> of(List<String> words, List<String> tags) {
        Map<String, String> values = new HashMap<>();
        int next = 0;
        for (String word : words) {
            int equals = word.indexOf('=');
            Optional<String> tag = equals > 0
                    ? tags.stream()
                            .filter(each -> is(word.substring(0, equals), each))
                            .findFirst()
                    : Optional.of(next).filter(place -> place < tags.size()).map(tags::get);
            if (tag.isEmpty()) {
                return Optional.empty();
            }
            next = tags.indexOf(tag.get()) + 1;
            values.put(tag.get(), word.substring(equals + 1));
        }
        return Optional.of(new NetshWords(values));
    }

    Optional<String> value(String tag) {
        return Optional.ofNullable(values.get(tag));
    }
}
