package dev.ibplay.lab.disk;

/** One name's pattern: {@code * ? [...] \}, where a leading dot is matched by a dot only (fnmatch(3) with FNM_PERIOD). */
public final class Pattern {
    private final String text;

    public Pattern(String text) {
        this.text = text;
    }

    /** Whether the text means more than itself. */
    public static boolean isOne(String text) {
        return text.chars().anyMatch(c -> "*?[\\".indexOf(c) >= 0);
    }

    /** Whether it matches the whole of a name. */
    public boolean matches(String name) {
        boolean hidden = name.startsWith(".");
        return !(hidden && !text.startsWith(".") && !text.startsWith("\\.")) && matches(0, name, 0);
    }

    /** The same without the rule about a leading dot, as in {@code case} and in parameter expansion. */
    public boolean matchesAny(String value) {
        return matches(0, value, 0);
    }

    private boolean matches(int from, String name, int start) {
        int p = from;
        int n = start;
        while (p < text.length()) {
            char c = text.charAt(p);
            if (c == '*') {
                return matchesRest(p + 1, name, n);
            }
            if (n >= name.length()) {
                return false;
            }
            int end = end(p);
            if (!matchesOne(p, end, name.charAt(n))) {
                return false;
            }
            p = end;
            n++;
        }
        return n == name.length();
    }

    private boolean matchesRest(int p, String name, int from) {
        for (int n = from; n <= name.length(); n++) {
            if (matches(p, name, n)) {
                return true;
            }
        }
        return false;
    }

    /** Behind the element that begins here. */
    private int end(int p) {
        char c = text.charAt(p);
        if (c == '\\' && p + 1 < text.length()) {
            return p + 2;
        }
        return c == '[' ? bracketEnd(p) : p + 1;
    }

    /** Behind the bracket expression; one character on when it has no end and stands for itself. */
    private int bracketEnd(int p) {
        int at = p + 1;
        if (at < text.length() && (text.charAt(at) == '!' || text.charAt(at) == '^')) {
            at++;
        }
        int first = at;
        while (at < text.length() && (text.charAt(at) != ']' || at == first)) {
            at += text.startsWith("[:", at) && text.indexOf(":]", at) > 0 ? text.indexOf(":]", at) + 2 - at : 1;
        }
        return at < text.length() ? at + 1 : p + 1;
    }

    private boolean matchesOne(int p, int end, char c) {
        char first = text.charAt(p);
        if (first == '\\' && end == p + 2) {
            return text.charAt(p + 1) == c;
        }
        if (first == '[' && end > p + 1) {
            return matchesBracket(text.substring(p + 1, end - 1), c);
        }
        return first == '?' || first == c;
    }

    private static boolean matchesBracket(String set, char c) {
        boolean negated = set.startsWith("!") || set.startsWith("^");
        boolean found = false;
        int at = negated ? 1 : 0;
        while (at < set.length()) {
            int close = set.startsWith("[:", at) ? set.indexOf(":]", at) : -1;
            if (close > 0) {
                found |= isOfClass(set.substring(at + 2, close), c);
                at = close + 2;
            } else if (at + 2 < set.length() && set.charAt(at + 1) == '-') {
                found |= set.charAt(at) <= c && c <= set.charAt(at + 2);
                at += 3;
            } else {
                found |= set.charAt(at) == c;
                at++;
            }
        }
        return found != negated;
    }

    private static boolean isBetween(char c, char first, char last) {
        return first <= c && c <= last;
    }

    private static boolean isOfClass(String name, char c) {
        boolean letter = isBetween(c, 'a', 'z') || isBetween(c, 'A', 'Z');
        boolean digit = isBetween(c, '0', '9');
        return switch (name) {
            case "alpha" -> letter;
            case "digit" -> digit;
            case "alnum" -> letter || digit;
            case "upper" -> isBetween(c, 'A', 'Z');
            case "lower" -> isBetween(c, 'a', 'z');
            case "space" -> c == ' ' || isBetween(c, '\t', '\r');
            case "blank" -> c == ' ' || c == '\t';
            case "xdigit" -> digit || isBetween(c, 'a', 'f') || isBetween(c, 'A', 'F');
            case "punct" -> c > ' ' && c < 0x7f && !letter && !digit;
            case "print" -> c >= ' ' && c < 0x7f;
            case "graph" -> c > ' ' && c < 0x7f;
            case "cntrl" -> c < ' ' || c == 0x7f;
            default -> false;
        };
    }
}
