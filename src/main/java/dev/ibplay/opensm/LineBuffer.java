package dev.ibplay.opensm;

import java.util.Arrays;

/**
 * The one buffer into which OpenSM reads every line of partitions.conf. OpenSM cuts its tokens out by writing zero bytes,
 * and at two places goes on reading behind the end of the line: there it finds what earlier lines left. To know what it
 * makes of a file, this buffer is kept as it keeps it. Bytes that were never
 * written are taken for zero, see {@link #isKnown}.
 */
final class LineBuffer {
    /** {@code fgets(line, sizeof(line) - 1)} with a buffer of 4096 reads at most this many bytes. */
    static final int MAX_PIECE = 4094;

    private final char[] bytes = new char[4096];
    private ConfText.Piece piece = new ConfText.Piece(0, 0);
    private int lastOffset;
    private int written;

    /** Reads a piece of the file over the earlier content, and cuts its comment off. */
    void load(ConfText text, ConfText.Piece next) {
        piece = next;
        int length = next.end() - next.start();
        text.bytes().getChars(next.start(), next.end(), bytes, 0);
        bytes[length] = 0;
        written = Math.max(written, length + 1);
        int comment = find('#', 0);
        if (comment >= 0) {
            cut(comment);
        }
        boolean fed = length > 0 && text.bytes().charAt(next.end() - 1) == '\n';
        lastOffset = fed ? next.end() - 1 : next.end();
    }

    /** Whether any line so far has written here; what is beyond is whatever the process had in memory. */
    boolean isKnown(int index) {
        return index < written;
    }

    char at(int index) {
        return index < bytes.length ? bytes[index] : 0;
    }

    /** The first {@code c} from {@code from} to the next zero byte, or -1. */
    int find(char c, int from) {
        for (int i = from; at(i) != 0; i++) {
            if (at(i) == c) {
                return i;
            }
        }
        return -1;
    }

    void cut(int index) {
        if (index < bytes.length) {
            bytes[index] = 0;
        }
    }

    int length(int from) {
        int end = from;
        while (at(end) != 0) {
            end++;
        }
        return end - from;
    }

    int skipBlanks(int from) {
        int at = from;
        while (isBlank(at(at))) {
            at++;
        }
        return at;
    }

    /** OpenSM's white space; a carriage return is none. */
    static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n';
    }

    String string(int from, int to) {
        return from >= bytes.length ? "" : String.valueOf(Arrays.copyOfRange(bytes, from, Math.min(to, bytes.length)));
    }

    /** The offset in the file of a place in the line; for places behind the line, its end. */
    int offset(int index) {
        return Math.min(piece.start() + index, lastOffset);
    }
}
