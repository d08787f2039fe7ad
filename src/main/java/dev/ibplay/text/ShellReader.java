package dev.ibplay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells assignments from other commands, by the shell's rules for words, quotes and comments (POSIX, XCU 2.2 and 2.3). */
final class ShellReader {
    private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern EXPORT = Pattern.compile("export[ \\t]+");
    private static final String ENDS_WORD = " \t\r\n;&|<>()";

    private final String text;
    private final TextLines lines;
    private final List<ShellAssignments.Assignment> assignments = new ArrayList<>();
    private final List<Integer> codeLines = new ArrayList<>();
    private int at;

    ShellReader(String text) {
        this.text = text;
        this.lines = new TextLines(text);
    }

    Parsed<ShellAssignments> read() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                skipLine();
            } else if (Character.isWhitespace(c) || c == ';') {
                at++;
            } else if (!command()) {
                return new Parsed.Unreadable<>("a quote has no end, in or after line %d".formatted(lines.numberAt(at)));
            }
        }
        return new Parsed.Document<>(new ShellAssignments(text, assignments, codeLines));
    }

    /** Reads one simple command. One that holds more than assignments sets nothing that lasts. */
    private boolean command() {
        int start = at;
        Matcher export = EXPORT.matcher(text).region(at, text.length());
        boolean exports = export.lookingAt();
        at = exports ? export.end() : at;
        var found = new ArrayList<ShellAssignments.Assignment>();
        while (at < text.length() && !atEndOfCommand()) {
            Matcher name = NAME.matcher(text).region(at, text.length());
            boolean assigns = name.lookingAt();
            int wordStart = at;
            at = assigns ? name.end() : at;
            Optional<Word> word = word();
            if (word.isEmpty()) {
                return false;
            }
            boolean operator = at < text.length() && "&|<>()".indexOf(text.charAt(at)) >= 0;
            boolean onlyExported =
                    exports && PLAIN.matcher(text.substring(wordStart, at)).matches();
            if (operator || (!assigns && !onlyExported)) {
                codeLines.add(lines.numberAt(start));
                skipLine();
                return true;
            }
            if (assigns) {
                found.add(new ShellAssignments.Assignment(
                        name.group(1), word.get().value(), lines.numberAt(wordStart), name.end(), at));
            }
            skipBlanks();
        }
        assignments.addAll(found);
        return true;
    }

    private boolean atEndOfCommand() {
        return "\r\n;#".indexOf(text.charAt(at)) >= 0;
    }

    /** A word of which the value may depend on variables. */
    private record Word(Optional<String> value) {}

    /** The word from here on; nothing when a quote has no end. */
    private Optional<Word> word() {
        var value = new StringBuilder();
        boolean literal = true;
        while (at < text.length() && ENDS_WORD.indexOf(text.charAt(at)) < 0) {
            char c = text.charAt(at);
            if (c == '\'' || c == '"') {
                int close = closing(at);
                if (close < 0) {
                    return Optional.empty();
                }
                String inside = text.substring(at + 1, close);
                literal &= c == '\'' || !expands(inside);
                value.append(c == '"' ? inside.replaceAll("\\\\([\\\\\"$`])", "$1") : inside);
                at = close + 1;
            } else if (c == '\\' && at + 1 < text.length()) {
                value.append(text.charAt(at + 1));
                at += 2;
            } else {
                literal &= c != '$' && c != '`';
                value.append(c);
                at++;
            }
        }
        return Optional.of(new Word(literal ? Optional.of(value.toString()) : Optional.empty()));
    }

    private static boolean expands(String inside) {
        String unescaped = inside.replaceAll("\\\\.", "");
        return unescaped.contains("$") || unescaped.contains("`");
    }

    private int closing(int open) {
        char quote = text.charAt(open);
        for (int i = open + 1; i < text.length(); i++) {
            if (text.charAt(i) == '\\' && quote == '"') {
                i++;
            } else if (text.charAt(i) == quote) {
                return i;
            }
        }
        return -1;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void skipLine() {
        int feed = text.indexOf('\n', at);
        at = feed < 0 ? text.length() : feed + 1;
    }
}
