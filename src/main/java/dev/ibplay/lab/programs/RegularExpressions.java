package dev.ibplay.lab.programs;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** POSIX's regular expressions (XBD 9) with GNU's {@code \+ \? \|}, as Java's. Alternatives match the first, not the longest. */
final class RegularExpressions {
    private final String text;
    private final boolean extended;
    private final StringBuilder java = new StringBuilder();
    private int at;
    /** Nothing to repeat stands before: a star is an ordinary character in a basic expression. */
    private boolean atStart = true;

    private RegularExpressions(String text, boolean extended) {
        this.text = text;
        this.extended = extended;
    }

    static Pattern compile(String text, boolean extended, int flags) throws ToolFailure {
        try {
            return Pattern.compile(new RegularExpressions(text, extended).translate(), flags);
        } catch (PatternSyntaxException wrong) {
            throw new ToolFailure(2, "Invalid regular expression");
        }
    }

    private String translate() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            boolean start = atStart;
            atStart = false;
            switch (c) {
                case '\\' -> escaped();
                case '[' -> bracket();
                case '.' -> java.append('.');
                case '*' -> java.append(start && !extended ? "\\*" : "*");
                case '^' -> caret(start);
                case '$' -> java.append(isAtEnd() ? "$" : "\\$");
                default -> plain(c);
            }
        }
        return java.toString();
    }

    private boolean isAtEnd() {
        return extended || at == text.length() || text.startsWith("\\)", at) || text.startsWith("\\|", at);
    }

    private void caret(boolean start) {
        java.append(extended || start ? "^" : "\\^");
        atStart = start;
    }

    private void plain(char c) {
        boolean special = "+?(){}|".indexOf(c) >= 0;
        if (special && extended) {
            java.append(c);
            atStart = c == '(' || c == '|';
        } else if (special || c == ']') {
            java.append('\\').append(c);
        } else {
            java.append(c);
        }
    }

    private void escaped() {
        if (at == text.length()) {
            java.append("\\\\");
            return;
        }
        char c = text.charAt(at++);
        if ("+?(){}|".indexOf(c) >= 0 && !extended) {
            java.append(c);
            atStart = c == '(' || c == '|';
        } else if (Character.isDigit(c) || "wWsSbB".indexOf(c) >= 0) {
            java.append('\\').append(c);
        } else if (c == '<' || c == '>') {
            java.append("\\b");
        } else if (c == 'n' || c == 't') {
            java.append('\\').append(c);
        } else {
            java.append(Pattern.quote(Character.toString(c)));
        }
    }

    private void bracket() {
        java.append('[');
        if (at < text.length() && text.charAt(at) == '^') {
            java.append('^');
            at++;
        }
        int first = at;
        while (at < text.length() && (text.charAt(at) != ']' || at == first)) {
            int end = text.startsWith("[:", at) ? text.indexOf(":]", at) : -1;
            if (end > 0) {
                java.append(javaClass(text.substring(at + 2, end)));
                at = end + 2;
            } else {
                char c = text.charAt(at++);
                java.append("[]\\^&".indexOf(c) >= 0 ? "\\" + c : Character.toString(c));
            }
        }
        at++;
        java.append(']');
    }

    private static String javaClass(String name) {
        return switch (name) {
            case "alpha" -> "a-zA-Z";
            case "digit" -> "0-9";
            case "alnum" -> "a-zA-Z0-9";
            case "upper" -> "A-Z";
            case "lower" -> "a-z";
            case "space" -> "\\s\\x0b";
            case "blank" -> " \\t";
            case "xdigit" -> "0-9a-fA-F";
            case "punct" -> "\\p{Punct}";
            default -> "\\p{Graph}";
        };
    }
}
