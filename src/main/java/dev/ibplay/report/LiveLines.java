package dev.ibplay.report;

import java.util.List;

/**
 * The control sequences (ECMA-48) that draw lines at the end of a terminal's output over each other. The cursor rests at the
 * start of the last line.
 */
public final class LiveLines {
    private static final String CLEAR_DOWN = "\u001b[J";

    private int drawn;

    /** Takes the lines away; what is written next stands where they were. */
    public String erase() {
        String text = switch (drawn) {
            case 0 -> "";
            case 1 -> "\r" + CLEAR_DOWN;
            default -> "\r" + "\u001b[%dA".formatted(drawn - 1) + CLEAR_DOWN;
        };
        drawn = 0;
        return text;
    }

    /** Draws lines, each shorter than the terminal is wide, in place of those that are there. */
    public String draw(List<String> lines) {
        String text = erase() + String.join("\n", lines) + (lines.isEmpty() ? "" : "\r");
        drawn = lines.size();
        return text;
    }
}
