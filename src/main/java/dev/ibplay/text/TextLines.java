package dev.ibplay.text;

import java.util.ArrayList;
import java.util.List;

/** A text by its lines. Edits keep every other character, each line's own line end, and a missing one at the end. */
public final class TextLines {
    /**
     * One line.
     *
     * @param number from 1
     * @param start the offset of its first character
     * @param end the offset after its last character, before the line end (a line feed, or both CR and LF)
     * @param next the offset of the next line
     */
    public record Line(int number, int start, int end, int next) {}

    private final String text;
    private final List<Line> lines;

    public TextLines(String text) {
        this.text = text;
        var found = new ArrayList<Line>();
        int start = 0;
        while (start < text.length()) {
            int feed = text.indexOf('\n', start);
            int next = feed < 0 ? text.length() : feed + 1;
            int end = feed < 0 ? text.length() : feed > start && text.charAt(feed - 1) == '\r' ? feed - 1 : feed;
            found.add(new Line(found.size() + 1, start, end, next));
            start = next;
        }
        this.lines = List.copyOf(found);
    }

    public List<Line> lines() {
        return lines;
    }

    public String text(Line line) {
        return text.substring(line.start(), line.end());
    }

    public Line line(int number) {
        return lines.get(number - 1);
    }

    /** The number of the line, from 1, that the character at the offset is in. */
    public int numberAt(int offset) {
        return (int) lines.stream().takeWhile(l -> l.start() <= offset).count();
    }

    public String replaced(int start, int end, String replacement) {
        return text.substring(0, start) + replacement + text.substring(end);
    }

    public String insertedBefore(Line line, String content) {
        return replaced(line.start(), line.start(), content + endOf(line));
    }

    public String insertedAfter(Line line, String content) {
        return line.next() > line.end()
                ? replaced(line.next(), line.next(), content + endOf(line))
                : text + endOf(line) + content;
    }

    public String appended(String content) {
        return lines.isEmpty() ? content + "\n" : insertedAfter(lines.getLast(), content);
    }

    /** The line's own end, or the file's usual one where it has none. */
    public String endOf(Line line) {
        if (line.next() > line.end()) {
            return text.substring(line.end(), line.next());
        }
        return text.contains("\r\n") ? "\r\n" : "\n";
    }
}
