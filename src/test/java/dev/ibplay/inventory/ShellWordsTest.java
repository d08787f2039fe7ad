package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    private static List<String> words(String text, boolean comments) {
        return ShellWords.split(text, comments) instanceof ShellWords.Words split
                ? split.words().stream().map(ShellWords.Word::text).toList()
                : List.of();
    }

    @Test
    void splitsAtSpacesOutsideQuotes() {
        assertThat(words("a  'b c'\t\"d \\\" e\" f\\ g h'i'\"j\"", true))
                .containsExactly("a", "b c", "d \" e", "f g", "hij");
        assertThat(words("'' \"\"", true)).containsExactly("", "");
        assertThat(words("\"a\\b\" 'a\\b' a\\b", true)).containsExactly("a\\b", "a\\b", "ab");
    }

    @Test
    void aCommentMayStartInsideAWord() {
        assertThat(words("a b#c d", true)).containsExactly("a", "b");
        assertThat(words("a '#' \\# # c", true)).containsExactly("a", "#", "#");
        assertThat(words("a b#c", false)).containsExactly("a", "b#c");
    }

    @Test
    void knowsWhereWordsStand() {
        assertThat(ShellWords.split(" ab  'c d'", true))
                .isEqualTo(new ShellWords.Words(
                        List.of(new ShellWords.Word("ab", 1, 3), new ShellWords.Word("c d", 5, 10))));
    }

    @Test
    void whatHasNoEndIsBroken() {
        assertThat(ShellWords.split("a 'b", true)).isEqualTo(new ShellWords.Broken("a quote is not closed", 2));
        assertThat(ShellWords.split("a \"b\\\"", true)).isEqualTo(new ShellWords.Broken("a quote is not closed", 2));
        assertThat(ShellWords.split("a b\\", true))
                .isEqualTo(new ShellWords.Broken("nothing follows the backslash", 3));
    }
}
