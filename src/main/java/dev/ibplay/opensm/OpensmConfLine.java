package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line of opensm.conf that has a key.
 *
 * @param value without outer white space and without one pair of quotes; empty text where there is none
 * @param rest whether this is the rest of a line that is too long, which may begin with any part of a value
 */
record OpensmConfLine(Word key, Word value, Span span, boolean rest) {
    /** {@code fgets(line, 1023)} reads at most this many bytes; the rest of the line is a line of its own to OpenSM. */
    static final int MAX_PIECE = 1022;

    static List<OpensmConfLine> all(ConfText text) {
        var lines = new ArrayList<OpensmConfLine>();
        for (ConfText.Piece piece : text.pieces(MAX_PIECE)) {
            parse(text, piece).ifPresent(lines::add);
        }
        return List.copyOf(lines);
    }

    private static Optional<OpensmConfLine> parse(ConfText text, ConfText.Piece piece) {
        int end = visibleEnd(text.bytes(), piece);
        int keyStart = piece.start();
        while (keyStart < end && isDelimiter(text.bytes().charAt(keyStart))) {
            keyStart++;
        }
        if (keyStart == end) {
            return Optional.empty();
        }
        int keyEnd = keyStart;
        while (keyEnd < end && !isDelimiter(text.bytes().charAt(keyEnd))) {
            keyEnd++;
        }
        Word value = value(text, keyEnd, end);
        Word key = word(text, keyStart, keyEnd);
        boolean rest = piece.start() != text.lineStart(piece.start());
        return Optional.of(new OpensmConfLine(key, value, text.span(keyStart, Math.max(keyEnd, value.end())), rest));
    }

    private static int visibleEnd(String bytes, ConfText.Piece piece) {
        for (int i = piece.start(); i < piece.end(); i++) {
            if (bytes.charAt(i) == '#' || bytes.charAt(i) == 0) {
                return i;
            }
        }
        return piece.end();
    }

    private static boolean isDelimiter(char c) {
        return c == ' ' || c == '\t' || c == '\n';
    }

    private static Word value(ConfText text, int keyEnd, int lineEnd) {
        String bytes = text.bytes();
        int start = keyEnd;
        while (start < lineEnd && CNumber.isSpace(bytes.charAt(start))) {
            start++;
        }
        if (start == lineEnd) {
            int place = keyEnd < lineEnd && bytes.charAt(keyEnd) != '\n' ? keyEnd + 1 : keyEnd;
            return word(text, place, place);
        }
        int end = lineEnd;
        while (CNumber.isSpace(bytes.charAt(end - 1))) {
            end--;
        }
        char first = bytes.charAt(start);
        if ((first == '"' || first == '\'') && bytes.charAt(end - 1) == first) {
            return word(text, Math.min(start + 1, end), Math.max(start + 1, end - 1));
        }
        return word(text, start, end);
    }

    private static Word word(ConfText text, int start, int end) {
        return new Word(text.bytes().substring(start, end), text.span(start, end), start, end);
    }
}
