package dev.ibplay.transport.ssh.config;

import dev.ibplay.diag.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** OpenSSH's patterns (ssh_config(5), PATTERNS): {@code *} and {@code ?} only, no character classes and no escapes. */
public final class Patterns {
    private Patterns() {}

    /** Whether the whole text fits. */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            char next = p < pattern.length() ? pattern.charAt(p) : '\0';
            if (next == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && (next == '?' || next == text.charAt(t))) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        return pattern.substring(p).chars().allMatch(c -> c == '*');
    }

    /** Whether one of the patterns with commas between fits, and none that begins with {@code !} does. */
    public static boolean matchesList(String list, String text) {
        return matchesAny(List.of(list.split(",", -1)), text);
    }

    /** The same for host names, in which case does not count. */
    static boolean matchesHost(String list, String host) {
        return matchesList(list.toLowerCase(Locale.ROOT), host.toLowerCase(Locale.ROOT));
    }

    /** Whether one of the patterns fits, and none that begins with {@code !} does. */
    public static boolean matchesAny(List<String> patterns, String text) {
        boolean found = false;
        for (String pattern : patterns) {
            boolean negated = pattern.startsWith("!");
            if (matches(negated ? pattern.substring(1) : pattern, text)) {
                if (negated) {
                    return false;
                }
                found = true;
            }
        }
        return found;
    }

    static Optional<String> nearest(String word, List<String> known) {
        return Suggestion.nearest(word, known);
    }
}
