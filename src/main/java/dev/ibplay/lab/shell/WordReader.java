package dev.ibplay.lab.shell;

import dev.ibplay.lab.shell.Word.Operator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads words with their quotes and expansions (POSIX.1-2017, XCU 2.2 and 2.6). */
final class WordReader {
    private static final String SPECIAL = "@*#?-$!";

    /** Where text stands decides what ends it and what quotes in it. */
    private enum Place {
        WORD,
        BRACES,
        DOUBLE_QUOTES,
        /** The word of {@code "${x-word}"}: single quotes are text there. */
        QUOTED_BRACES,
        /** The pattern of {@code "${x#pattern}"}: single quotes quote. */
        QUOTED_PATTERN,
        ARITHMETIC,
        DOCUMENT;

        boolean isQuoted() {
            return this == DOUBLE_QUOTES || this == QUOTED_BRACES || this == ARITHMETIC || this == DOCUMENT;
        }

        boolean isInBraces() {
            return this == BRACES || this == QUOTED_BRACES || this == QUOTED_PATTERN;
        }

        boolean knowsSingleQuotes() {
            return !isQuoted();
        }
    }

    private final Source in;

    WordReader(Source in) {
        this.in = in;
    }

    static boolean isOperator(int c) {
        return c >= 0 && "&|;<>()".indexOf(c) >= 0;
    }

    static boolean isNameStart(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    Word word() throws IOException, ShellSyntaxException {
        return new Word(parts(Place.WORD));
    }

    /** A here-document's lines as a word. */
    Word document(HereDocument document, String text) throws IOException, ShellSyntaxException {
        if (!document.isExpanded()) {
            return new Word(List.of(new Word.Quoted(text)));
        }
        return new Word(new WordReader(Source.of(text, in.line())).parts(Place.DOCUMENT));
    }

    private List<Word.Part> parts(Place place) throws IOException, ShellSyntaxException {
        List<Word.Part> parts = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        int depth = 0;
        while (true) {
            int c = in.peek();
            if ((c == ')' && place == Place.ARITHMETIC && depth == 0) || isEnd(c, place)) {
                break;
            }
            if (place == Place.ARITHMETIC) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            if (startsPart(c, place)) {
                endPlain(plain, place, parts);
                parts.add(part(c, place));
            } else {
                plain.append((char) in.next());
            }
        }
        endPlain(plain, place, parts);
        return parts;
    }

    private static void endPlain(StringBuilder plain, Place place, List<Word.Part> parts) {
        if (!plain.isEmpty()) {
            String text = plain.toString();
            parts.add(place.isQuoted() ? new Word.Quoted(text) : new Word.Literal(text));
            plain.setLength(0);
        }
    }

    private boolean isEnd(int c, Place place) throws ShellSyntaxException {
        if (c == Source.END && place != Place.WORD && place != Place.DOCUMENT) {
            throw new ShellSyntaxException(
                    in.line(), place == Place.DOUBLE_QUOTES ? "Unterminated quoted string" : "Missing '}'");
        }
        return switch (place) {
            case WORD -> c == Source.END || c == ' ' || c == '\t' || c == '\n' || isOperator(c);
            case BRACES, QUOTED_BRACES, QUOTED_PATTERN -> c == '}';
            case DOUBLE_QUOTES -> c == '"';
            case ARITHMETIC -> false;
            case DOCUMENT -> c == Source.END;
        };
    }

    private static boolean startsPart(int c, Place place) {
        return c == '\\'
                || c == '$'
                || c == '`'
                || (c == '\'' && place.knowsSingleQuotes())
                || (c == '"' && place != Place.DOCUMENT && place != Place.DOUBLE_QUOTES);
    }

    private Word.Part part(int c, Place place) throws IOException, ShellSyntaxException {
        return switch (c) {
            case '\\' -> backslash(place);
            case '\'' -> singleQuotes();
            case '"' -> doubleQuotes();
            case '`' -> backquotes(place);
            default -> dollar(place);
        };
    }

    private Word.Part backslash(Place place) throws IOException {
        in.next();
        int c = in.rawNext();
        if (c == Source.END) {
            return new Word.Quoted("\\");
        }
        String text = Character.toString((char) c);
        boolean quotes = !place.isQuoted()
                || "$`\\".indexOf(c) >= 0
                || (c == '"' && place != Place.DOCUMENT)
                || (c == '}' && place.isInBraces());
        return new Word.Quoted(quotes ? text : "\\" + text);
    }

    private Word.Part singleQuotes() throws IOException, ShellSyntaxException {
        in.next();
        StringBuilder text = new StringBuilder();
        for (int c = in.rawNext(); c != '\''; c = in.rawNext()) {
            if (c == Source.END) {
                throw new ShellSyntaxException(in.line(), "Unterminated quoted string");
            }
            text.append((char) c);
        }
        return new Word.Quoted(text.toString());
    }

    private Word.Part doubleQuotes() throws IOException, ShellSyntaxException {
        in.next();
        List<Word.Part> parts = parts(Place.DOUBLE_QUOTES);
        in.next();
        return new Word.DoubleQuoted(parts);
    }

    private Word.Part backquotes(Place place) throws IOException, ShellSyntaxException {
        int line = in.line();
        in.next();
        StringBuilder text = new StringBuilder();
        for (int c = in.rawNext(); c != '`'; c = in.rawNext()) {
            if (c == Source.END) {
                throw new ShellSyntaxException(line, "EOF in backquote substitution");
            }
            if (c == '\\') {
                int quoted = in.rawNext();
                if (!("$`\\".indexOf(quoted) >= 0 || (quoted == '"' && place == Place.DOUBLE_QUOTES))) {
                    text.append('\\');
                }
                c = quoted;
            }
            text.append((char) c);
        }
        return new Word.Output(new Parser(Source.of(text.toString(), line)).all());
    }

    private Word.Part dollar(Place place) throws IOException, ShellSyntaxException {
        int line = in.line();
        in.next();
        int c = in.peek();
        if (c == '{') {
            in.next();
            return braces(place, line);
        }
        if (c == '(') {
            in.next();
            return in.take('(') ? arithmetic(line) : new Word.Output(new Parser(in).untilParenthesis());
        }
        if (isNameStart(c)) {
            return plain(line, name());
        }
        if (isDigit(c) || (c >= 0 && SPECIAL.indexOf(c) >= 0)) {
            return plain(line, Character.toString((char) in.next()));
        }
        return place.isQuoted() ? new Word.Quoted("$") : new Word.Literal("$");
    }

    private static Word.Part plain(int line, String name) {
        return new Word.Parameter(line, name, Operator.NONE, false, Word.EMPTY);
    }

    private Word.Part arithmetic(int line) throws IOException, ShellSyntaxException {
        Word expression = new Word(parts(Place.ARITHMETIC));
        in.next();
        if (!in.take(')')) {
            throw new ShellSyntaxException(in.line(), "Missing '))'");
        }
        return new Word.Arithmetic(line, expression);
    }

    private String name() throws IOException {
        StringBuilder name = new StringBuilder();
        while (isNameStart(in.peek()) || isDigit(in.peek())) {
            name.append((char) in.next());
        }
        return name.toString();
    }

    private Word.Part braces(Place place, int line) throws IOException, ShellSyntaxException {
        if (in.peek() == '#') {
            in.next();
            if (in.peek() == '}') {
                in.next();
                return plain(line, "#");
            }
            String name = parameter();
            if (name.isEmpty()) {
                return operation(place, line, "#");
            }
            close();
            return new Word.Length(line, name);
        }
        return operation(place, line, parameter());
    }

    private String parameter() throws IOException {
        int c = in.peek();
        if (isNameStart(c)) {
            return name();
        }
        if (isDigit(c)) {
            return name();
        }
        return c >= 0 && SPECIAL.indexOf(c) >= 0 ? Character.toString((char) in.next()) : "";
    }

    private Word.Part operation(Place place, int line, String name) throws IOException, ShellSyntaxException {
        if (name.isEmpty()) {
            throw new ShellSyntaxException(line, "Bad substitution");
        }
        if (in.take('}')) {
            return plain(line, name);
        }
        boolean colon = in.take(':');
        Operator operator = operator(colon);
        boolean quoted = place.isQuoted() || place == Place.QUOTED_PATTERN;
        Place inside = !quoted ? Place.BRACES : operator.isPattern() ? Place.QUOTED_PATTERN : Place.QUOTED_BRACES;
        Word argument = new Word(parts(inside));
        close();
        return new Word.Parameter(line, name, operator, colon, argument);
    }

    private Operator operator(boolean colon) throws IOException, ShellSyntaxException {
        int c = in.next();
        return switch (c) {
            case '-' -> Operator.DEFAULT;
            case '=' -> Operator.ASSIGN;
            case '?' -> Operator.ERROR;
            case '+' -> Operator.ALTERNATIVE;
            case '#' -> check(!colon, in.take('#') ? Operator.LONGEST_PREFIX : Operator.SHORTEST_PREFIX);
            case '%' -> check(!colon, in.take('%') ? Operator.LONGEST_SUFFIX : Operator.SHORTEST_SUFFIX);
            default -> throw new ShellSyntaxException(in.line(), "Bad substitution");
        };
    }

    private Operator check(boolean allowed, Operator operator) throws ShellSyntaxException {
        if (!allowed) {
            throw new ShellSyntaxException(in.line(), "Bad substitution");
        }
        return operator;
    }

    private void close() throws IOException, ShellSyntaxException {
        if (!in.take('}')) {
            throw new ShellSyntaxException(in.line(), "Missing '}'");
        }
    }
}
