package dev.ibplay.diag;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that a user probably meant. */
public final class Suggestion {
    private Suggestion() {}

    /**
     * The candidate nearest to {@code word} by edit distance (a swap of neighbours counts as one edit), or nothing when
     * none is near: at most one edit for words of up to four letters, otherwise a third of the word's length.
     */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        int limit = word.length() <= 4 ? 1 : word.length() / 3;
        String wanted = word.toLowerCase(Locale.ROOT).replace('-', '_');
        return candidates.stream()
                .filter(c -> distance(wanted, c.toLowerCase(Locale.ROOT)) <= limit)
                .min(Comparator.<String>comparingInt(c -> distance(wanted, c.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Whether a word is the other one with one letter wrong, missing, too much, or two of them swapped. */
    public static boolean isSlip(String word, String other) {
        return distance(word, other) == 1;
    }

    /** Optimal string alignment distance. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, d);
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] d) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1), d[i - 1][j - 1] + change);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
    }
}
