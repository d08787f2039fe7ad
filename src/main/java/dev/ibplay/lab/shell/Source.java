package dev.ibplay.lab.shell;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A script's bytes. No more of them are taken than are looked at, so that the rest stays for the commands. */
final class Source {
    static final int END = -1;

    private final InputStream in;
    private final int[] ahead = new int[2];
    private int count;
    private int line;

    Source(InputStream in) {
        this(in, 1);
    }

    private Source(InputStream in, int firstLine) {
        this.in = in;
        line = firstLine;
    }

    static Source of(String latin1, int firstLine) {
        return new Source(new ByteArrayInputStream(latin1.getBytes(StandardCharsets.ISO_8859_1)), firstLine);
    }

    int line() {
        return line;
    }

    /** The next byte without taking it; a backslash at the end of a line joins it with the next one. */
    int peek() throws IOException {
        while (rawPeek(0) == '\\' && rawPeek(1) == '\n') {
            rawNext();
            rawNext();
        }
        return rawPeek(0);
    }

    int next() throws IOException {
        peek();
        return rawNext();
    }

    /** Takes the next byte when it is this one. */
    boolean take(char wanted) throws IOException {
        if (peek() != wanted) {
            return false;
        }
        rawNext();
        return true;
    }

    int rawPeek(int index) throws IOException {
        while (count <= index) {
            if (count > 0 && ahead[count - 1] == END) {
                return END;
            }
            ahead[count++] = in.read();
        }
        return ahead[index];
    }

    int rawNext() throws IOException {
        int c = rawPeek(0);
        if (c == END) {
            return END;
        }
        ahead[0] = ahead[1];
        count--;
        if (c == '\n') {
            line++;
        }
        return c;
    }
}
