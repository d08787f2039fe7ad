package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands on a screen after lines were drawn over each other, with messages between. */
class LiveLinesTest {
    private final LiveLines live = new LiveLines();
    private final List<StringBuilder> screen = new ArrayList<>(List.of(new StringBuilder()));
    private int row;
    private int column;

    /** A terminal that knows what is used here, and fails on anything else. */
    private void show(String text) {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i++);
            if (c == '\r') {
                column = 0;
            } else if (c == '\n') {
                row++;
                column = 0;
                if (row == screen.size()) {
                    screen.add(new StringBuilder());
                }
            } else if (c == '\u001b') {
                int end = i + 1;
                while (!Character.isLetter(text.charAt(end))) {
                    end++;
                }
                control(text.substring(i + 1, end), text.charAt(end));
                i = end + 1;
            } else {
                StringBuilder line = screen.get(row);
                line.setLength(Math.max(line.length(), column));
                line.replace(column, Math.min(line.length(), column + 1), Character.toString(c));
                column++;
            }
        }
    }

    private void control(String number, char command) {
        switch (command) {
            case 'A' -> row -= Integer.parseInt(number);
            case 'J' -> {
                screen.get(row).setLength(column);
                while (screen.size() > row + 1) {
                    screen.removeLast();
                }
            }
            default -> throw new AssertionError("ESC[" + number + command);
        }
    }

    private List<String> shown() {
        return screen.stream().map(StringBuilder::toString).toList();
    }

    @Test
    void messagesScrollAboveTheLines() {
        show("first\n" + live.draw(List.of("gather 1/3", "  slow: n1")));
        assertThat(shown()).containsExactly("first", "gather 1/3", "  slow: n1");

        show(live.erase() + "error: n2\n");
        assertThat(shown()).containsExactly("first", "error: n2", "");

        show(live.draw(List.of("gather 2/3")));
        show(live.draw(List.of("g 3/3", "a", "b")));
        show(live.draw(List.of("g")));
        assertThat(shown()).containsExactly("first", "error: n2", "g");

        show(live.draw(List.of()) + "end\n");
        assertThat(shown()).containsExactly("first", "error: n2", "end", "");
    }

    @Test
    void withoutLinesNothingIsWritten() {
        assertThat(live.erase()).isEmpty();
        assertThat(live.draw(List.of())).isEmpty();
    }
}
