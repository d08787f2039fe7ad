package dev.ibplay.lab.programs;

/** Backslash sequences of {@code echo} and {@code printf} (POSIX.1-2017, XBD 5 and XCU 4). */
public final class Escapes {
    private final String text;
    private final boolean zeroFirst;
    private final StringBuilder out = new StringBuilder();
    private boolean ends;

    /**
     * What came out.
     *
     * @param ends whether {@code \c} stood there: nothing at all is to follow
     */
    public record Result(String text, boolean ends) {}

    private Escapes(String text, boolean zeroFirst) {
        this.text = text;
        this.zeroFirst = zeroFirst;
    }

    /** As echo and {@code %b} take them: octal numbers are {@code \0nnn}. */
    public static Result echo(String text) {
        return new Escapes(text, true).run();
    }

    /** As a format of printf takes them: octal numbers are {@code \nnn}. */
    static Result format(String text) {
        return new Escapes(text, false).run();
    }

    private Result run() {
        int at = 0;
        while (at < text.length() && !ends) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                at = escape(at);
            } else {
                out.append(c);
            }
        }
        return new Result(out.toString(), ends);
    }

    private int escape(int at) {
        char c = text.charAt(at);
        int simple = "abfnrtv\\".indexOf(c);
        if (simple >= 0) {
            out.append("\u0007\b\f\n\r\t\u000b\\".charAt(simple));
            return at + 1;
        }
        if (c == 'c' && zeroFirst) {
            ends = true;
            return at;
        }
        if (isOctal(at)) {
            return octal(zeroFirst && c == '0' ? at + 1 : at);
        }
        out.append('\\').append(c);
        return at + 1;
    }

    private boolean isOctal(int at) {
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '7';
    }

    private int octal(int from) {
        int at = from;
        int value = 0;
        while (at < from + 3 && isOctal(at)) {
            value = value * 8 + text.charAt(at++) - '0';
        }
        out.append((char) (value & 0xff));
        return at;
    }
}
