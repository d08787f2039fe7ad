package dev.ibplay.lab.shell;

import java.util.OptionalInt;

/** Pattern matching as in {@code case} and file names (POSIX.1-2017, XCU 2.13); patterns are {@link Marked} text. */
final class ShellPattern {
    private final String pattern;

    ShellPattern(String marked) {
        pattern = marked;
    }

    boolean matches(String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int tried = 0;
        while (t < text.length()) {
            OptionalInt next = p < pattern.length() ? step(p, text.charAt(t)) : OptionalInt.empty();
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                tried = t;
            } else if (next.isPresent()) {
                p = next.getAsInt();
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++tried;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /** Where the pattern goes on when its element at {@code p} takes this character. */
    private OptionalInt step(int p, char c) {
        char element = pattern.charAt(p);
        if (element == '?') {
            return OptionalInt.of(p + 1);
        }
        int end = element == '[' ? bracketEnd(p) : -1;
        if (end > 0) {
            return bracketHolds(p + 1, end, c) ? OptionalInt.of(end + 1) : OptionalInt.empty();
        }
        return (element & 0xff) == c ? OptionalInt.of(p + 1) : OptionalInt.empty();
    }

    /** The place of the closing bracket, or -1: then the opening one is an ordinary character. */
    private int bracketEnd(int open) {
        int i = open + 1;
        if (i < pattern.length() && pattern.charAt(i) == '!') {
            i++;
        }
        int first = i;
        while (i < pattern.length()) {
            char c = pattern.charAt(i);
            if (c == ']' && i > first) {
                return i;
            }
            int classEnd = c == '[' ? classEnd(i) : -1;
            i = classEnd > 0 ? classEnd : i + 1;
        }
        return -1;
    }

    /** Behind {@code [:name:]}, or -1. */
    private int classEnd(int open) {
        if (!pattern.startsWith("[:", open)) {
            return -1;
        }
        int end = pattern.indexOf(":]", open + 2);
        return end < 0 ? -1 : end + 2;
    }

    private boolean bracketHolds(int from, int end, char c) {
        boolean negated = pattern.charAt(from) == '!';
        int i = negated ? from + 1 : from;
        boolean found = false;
        while (i < end) {
            int classEnd = classEnd(i);
            if (classEnd > 0) {
                found |= isOfClass(pattern.substring(i + 2, classEnd - 2), c);
                i = classEnd;
            } else if (i + 2 < end && pattern.charAt(i + 1) == '-') {
                found |= (pattern.charAt(i) & 0xff) <= c && c <= (pattern.charAt(i + 2) & 0xff);
                i += 3;
            } else {
                found |= (pattern.charAt(i) & 0xff) == c;
                i++;
            }
        }
        return found != negated;
    }

    private static boolean isOfClass(String name, char c) {
        boolean upper = c >= 'A' && c <= 'Z';
        boolean lower = c >= 'a' && c <= 'z';
        boolean digit = c >= '0' && c <= '9';
        boolean printable = c > ' ' && c < 0x7f;
        return switch (name) {
            case "upper" -> upper;
            case "lower" -> lower;
            case "alpha" -> upper || lower;
            case "digit" -> digit;
            case "alnum" -> upper || lower || digit;
            case "xdigit" -> digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            case "space" -> c == ' ' || (c >= '\t' && c <= '\r');
            case "blank" -> c == ' ' || c == '\t';
            case "punct" -> printable && !upper && !lower && !digit;
            case "print" -> printable || c == ' ';
            case "graph" -> printable;
            case "cntrl" -> c < ' ' || c == 0x7f;
            default -> false;
        };
    }

    /** The text without its shortest or longest start that matches. */
    String withoutPrefix(String text, boolean longest) {
        for (int i = 0; i <= text.length(); i++) {
            int length = longest ? text.length() - i : i;
            if (matches(text.substring(0, length))) {
                return text.substring(length);
            }
        }
        return text;
    }

    /** The text without its shortest or longest end that matches. */
    String withoutSuffix(String text, boolean longest) {
        for (int i = 0; i <= text.length(); i++) {
            int from = longest ? i : text.length() - i;
            if (matches(text.substring(from))) {
                return text.substring(0, from);
            }
        }
        return text;
    }
}
