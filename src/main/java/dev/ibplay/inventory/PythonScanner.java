package dev.ibplay.inventory;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a Python literal on one line (Python language reference, 2.4: literals). */
final class PythonScanner {
    /** What {@link #peek} gives at the end of the text. */
    static final char END = '\0';

    private static final String DIGITS = "[0-9](?:_?[0-9])*";
    private static final Pattern NUMBER = Pattern.compile(
            "[+-]?[ \\t]*(?:0[xX](?<hex>(?:_?[0-9a-fA-F])+)|0[oO](?<oct>(?:_?[0-7])+)|0[bB](?<bin>(?:_?[01])+)"
                    + "|(?<float>(?:" + DIGITS + "\\.(?:" + DIGITS + ")?|\\." + DIGITS + ")(?:[eE][+-]?" + DIGITS + ")?"
                    + "|" + DIGITS + "[eE][+-]?" + DIGITS + ")"
                    + "|(?<int>[1-9](?:_?[0-9])*|0(?:_?0)*))(?![\\w.])");
    private static final Pattern STRING_START = Pattern.compile("(?:[uU]|[bB][rR]?|[rR][bB]?)?('''|\"\"\"|'|\")");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

    private final String text;
    private int next;

    PythonScanner(String text) {
        this.text = text;
    }

    char peek() {
        return next < text.length() ? text.charAt(next) : END;
    }

    void take() {
        next++;
    }

    boolean takeIf(char c) {
        boolean there = c != END && peek() == c;
        if (there) {
            next++;
        }
        return there;
    }

    void skipSpace() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\f') {
            next++;
        }
    }

    /** A comment runs to the end of the line, which is the end of the text. */
    void skipComment() {
        skipSpace();
        if (peek() == '#') {
            next = text.length();
        }
    }

    Optional<String> name() {
        Matcher name = at(NAME);
        if (!name.lookingAt()) {
            return Optional.empty();
        }
        next = name.end();
        return Optional.of(name.group());
    }

    /**
     * A number as text: octal and binary become decimal, everything else keeps its form. Python takes the GUID
     * {@code 0002e90300112233} for a power of ten, too; its text is what counts here.
     */
    Optional<String> number() {
        Matcher number = at(NUMBER);
        if (!number.lookingAt()) {
            return Optional.empty();
        }
        next = number.end();
        String sign = number.group().startsWith("-") ? "-" : "";
        if (number.group("oct") != null) {
            return Optional.of(sign + new BigInteger(plain(number.group("oct")), 8));
        }
        if (number.group("bin") != null) {
            return Optional.of(sign + new BigInteger(plain(number.group("bin")), 2));
        }
        if (number.group("hex") != null) {
            return Optional.of(sign + "0x" + plain(number.group("hex")));
        }
        if (number.group("float") != null) {
            return Optional.of(sign + plain(number.group("float")));
        }
        return Optional.of(sign + new BigInteger(plain(String.valueOf(number.group("int")))));
    }

    private static String plain(String digits) {
        return digits.replace("_", "");
    }

    boolean atString() {
        return at(STRING_START).lookingAt();
    }

    /** A string literal without its quotes, escapes resolved; nothing when it has no end or an escape is broken. */
    Optional<String> string() {
        Matcher start = at(STRING_START);
        if (!start.lookingAt()) {
            return Optional.empty();
        }
        String quote = start.group(1);
        boolean raw = start.group().toLowerCase(Locale.ROOT).contains("r");
        next = start.end();
        var value = new StringBuilder();
        while (next < text.length()) {
            if (text.startsWith(quote, next)) {
                next += quote.length();
                return Optional.of(value.toString());
            }
            char c = text.charAt(next++);
            if (c != '\\' || next == text.length()) {
                value.append(c);
            } else if (raw) {
                value.append(c).append(text.charAt(next++));
            } else if (!escape(value)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private boolean escape(StringBuilder value) {
        char c = text.charAt(next++);
        int simple = "\\'\"abfnrtv".indexOf(c);
        if (simple >= 0) {
            value.append("\\'\"\u0007\b\f\n\r\t\u000b".charAt(simple));
            return true;
        }
        if (c >= '0' && c <= '7') {
            int end = next;
            while (end < text.length() && end < next + 2 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
                end++;
            }
            value.append((char) Integer.parseInt(text.substring(next - 1, end), 8));
            next = end;
            return true;
        }
        return switch (c) {
            case 'x' -> codePoint(value, 2);
            case 'u' -> codePoint(value, 4);
            case 'U' -> codePoint(value, 8);
            case 'N' -> false;
            default -> {
                value.append('\\').append(c);
                yield true;
            }
        };
    }

    private boolean codePoint(StringBuilder value, int digits) {
        if (next + digits > text.length()
                || !text.substring(next, next + digits).matches("[0-9a-fA-F]+")) {
            return false;
        }
        long code = Long.parseLong(text.substring(next, next + digits), 16);
        next += digits;
        if (code > Character.MAX_CODE_POINT) {
            return false;
        }
        value.appendCodePoint((int) code);
        return true;
    }

    private Matcher at(Pattern pattern) {
        return pattern.matcher(text).region(next, text.length()).useTransparentBounds(true);
    }
}
