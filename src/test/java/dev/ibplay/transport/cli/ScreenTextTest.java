package dev.ibplay.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScreenTextTest {
    @Test
    void whatStandsOnTheScreenIsLeft() {
        assertThat(ScreenText.lines("one\r\n\u001b[1mtwo\u001b[0m\r\n\u001b]0;title\u0007three"))
                .containsExactly("one", "two", "three");
        assertThat(ScreenText.lines("mistkae\b\b\bake\n")).containsExactly("mistake", "");
        assertThat(ScreenText.lines(" 10%\r 60%\r100% done\n")).containsExactly("100% done", "");
        assertThat(ScreenText.lines("old text\r\u001b[Knew\n")).containsExactly("new", "");
        assertThat(ScreenText.lines("old text\u001b[2Know\n")).containsExactly("now", "");
    }

    @Test
    void pagersLeaveNothing() {
        assertThat(ScreenText.lines("a\n--More--\r        \r  b\n")).containsExactly("a", "  b", "");
        assertThat(ScreenText.lines("a\n--More--\b\b\b\b\b\b\b\b        \b\b\b\b\b\b\b\b  b\n"))
                .containsExactly("a", "  b", "");
        assertThat(ScreenText.lines("a\n\u001b[7mlines 1-22\u001b[27m\u001b[K\r\u001b[K  b\n"))
                .containsExactly("a", "  b", "");
        assertThat(ScreenText.lines("a\n--More--  b\n")).containsExactly("a", "  b", "");
        assertThat(ScreenText.isPager("lines 23-44/44 (END)")).isTrue();
        assertThat(ScreenText.isPager("  lines of text")).isFalse();
    }

    @Test
    void otherAlphabetsStay() {
        String bytes = new String("Ü\n".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(ScreenText.lines(bytes)).containsExactly("Ü", "");
    }

    @Test
    void theLastLineIsWhereTheCursorIs() {
        assertThat(ScreenText.lastLine("x\n--More--\r        \rsw # ")).isEqualTo("sw #");
        assertThat(ScreenText.lastLine("x\n")).isEmpty();
    }
}
