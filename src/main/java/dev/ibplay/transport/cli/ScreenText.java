package dev.ibplay.transport.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The lines that would stand on a screen: control sequences are taken out, what was written over or erased is gone. Of a terminal
 * that writes lines and no pages.
 */
final class ScreenText {
    private static final Pattern PAGER = Pattern.compile(
            "\\s*(?:-- ?more ?--(?: ?\\(.*\\))?|lines \\d+-\\d+(?:/\\d+)?(?: \\d+%)?(?: \\(END\\))?|\\(END\\))\\s*",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern LEFT_OF_PAGER = Pattern.compile("^-- ?more ?--", Pattern.CASE_INSENSITIVE);

    /** ESC [ ... letter; ESC ] ... BEL; ESC ( B and the like; ESC and one character. Erasures are kept for {@link #written}. */
    private static final Pattern SEQUENCE = Pattern.compile(
            "\u001b\\[[0-9;?]*[ -/]*(?![K])[@-~]|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)|\u001b[()][A-Z0-9]|\u001b[=>78c]");

    private static final String ERASE_REST = "\u001b[K";
    private static final Pattern ERASE_REST_LONG = Pattern.compile("\u001b\\[0K");
    private static final Pattern ERASE_LINE = Pattern.compile("\u001b\\[[12]K");

    private ScreenText() {}

    /** All lines of bytes that are given as Latin-1 characters; the last one may be empty. */
    static List<String> lines(String latin1) {
        List<String> lines = new ArrayList<>();
        for (String line : latin1.split("\n", -1)) {
            lines.add(line(line));
        }
        return lines;
    }

    /** The line that the cursor is in. */
    static String lastLine(String latin1) {
        String last = latin1.substring(latin1.lastIndexOf('\n') + 1);
        return written(withoutSequences(last));
    }

    static boolean isPager(String lastLine) {
        return PAGER.matcher(lastLine).matches();
    }

    private static String line(String raw) {
        StringBuilder kept = new StringBuilder();
        for (String piece : withoutSequences(raw).split("\r", -1)) {
            if (!isPager(written(piece))) {
                kept.append('\r').append(piece);
            }
        }
        String shown = written(kept.toString());
        String plain = LEFT_OF_PAGER.matcher(shown).replaceFirst("");
        return new String(plain.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String withoutSequences(String raw) {
        String plain = ERASE_LINE.matcher(raw).replaceAll("\r" + ERASE_REST);
        return SEQUENCE.matcher(ERASE_REST_LONG.matcher(plain).replaceAll(ERASE_REST))
                .replaceAll("");
    }

    /** What is left of a line when returns and backspaces have moved the cursor. */
    private static String written(String line) {
        StringBuilder shown = new StringBuilder();
        int cursor = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (line.startsWith(ERASE_REST, i)) {
                shown.setLength(cursor);
                i += ERASE_REST.length() - 1;
            } else if (c == '\r') {
                cursor = 0;
            } else if (c == '\b') {
                cursor = Math.max(0, cursor - 1);
            } else if (c == '\t' || c >= ' ') {
                put(shown, cursor, c);
                cursor++;
            }
        }
        return shown.toString().stripTrailing();
    }

    private static void put(StringBuilder shown, int at, char c) {
        while (shown.length() < at) {
            shown.append(' ');
        }
        if (at < shown.length()) {
            shown.setCharAt(at, c);
        } else {
            shown.append(c);
        }
    }
}
