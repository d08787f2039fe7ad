package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a file as characters 0..255, so that whatever encoding it has survives an edit. Offsets count bytes; a
 * {@link Span} counts the code points of a UTF-8 reader.
 */
final class ConfText {
    /** What one call of {@code fgets} reads: a line, or a piece of one that is too long. */
    record Piece(int start, int end) {}

    private final String file;
    private final String bytes;
    private final int[] lineStarts;

    ConfText(String file, String bytes) {
        if (bytes.chars().anyMatch(c -> c > 0xff)) {
            throw new IllegalArgumentException("a document is made of bytes: decode the file as ISO-8859-1");
        }
        this.file = file;
        this.bytes = bytes;
        this.lineStarts = starts(bytes);
    }

    private static int[] starts(String bytes) {
        var starts = new ArrayList<Integer>();
        starts.add(0);
        for (int i = bytes.indexOf('\n'); i >= 0; i = bytes.indexOf('\n', i + 1)) {
            starts.add(i + 1);
        }
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    String file() {
        return file;
    }

    String bytes() {
        return bytes;
    }

    /** The place of the bytes from {@code start} up to {@code end}; at least one character wide. */
    Span span(int start, int end) {
        int from = Math.clamp(start, 0, bytes.length());
        int to = Math.clamp(end, from, bytes.length());
        int line = lineOf(from);
        int endLine = lineOf(to);
        int column = column(line, from);
        int endColumn = column(endLine, to);
        boolean empty = endLine == line && endColumn <= column;
        return new Span(file, line, column, endLine, empty ? column + 1 : endColumn);
    }

    /** The line, from 1, that the byte is on. */
    int lineOf(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    int lineStart(int offset) {
        return lineStarts[lineOf(offset) - 1];
    }

    /** The offset of the line feed that ends the line, or the end of the file. */
    int lineEnd(int offset) {
        int feed = bytes.indexOf('\n', offset);
        return feed < 0 ? bytes.length() : feed;
    }

    private int column(int line, int offset) {
        int column = 1;
        for (int i = lineStarts[line - 1]; i < offset; i++) {
            boolean continuesCharacter = (bytes.charAt(i) & 0xc0) == 0x80;
            column += continuesCharacter ? 0 : 1;
        }
        return column;
    }

    /** The file as {@code fgets} hands it out, at most {@code limit} bytes at a time. */
    List<Piece> pieces(int limit) {
        var pieces = new ArrayList<Piece>();
        int start = 0;
        while (start < bytes.length()) {
            int feed = bytes.indexOf('\n', start);
            int end = Math.min(feed < 0 ? bytes.length() : feed + 1, start + limit);
            pieces.add(new Piece(start, end));
            start = end;
        }
        return pieces;
    }

    /** The same file with the bytes from {@code start} up to {@code end} replaced. */
    ConfText replace(int start, int end, String replacement) {
        return new ConfText(file, bytes.substring(0, start) + replacement + bytes.substring(end));
    }
}
