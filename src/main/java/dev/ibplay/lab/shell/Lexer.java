package dev.ibplay.lab.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a script into tokens, one at a time (POSIX.1-2017, XCU 2.3). */
final class Lexer {
    /** Longer ones first. */
    private static final List<String> OPERATORS =
            List.of("<<-", "&&", "||", ";;", "<<", ">>", "<&", ">&", "<>", ">|", "&", "|", ";", "<", ">", "(", ")");

    private final Source in;
    private final WordReader words;
    private final List<HereDocument> documents = new ArrayList<>();
    private Optional<Token> ahead = Optional.empty();

    Lexer(Source in) {
        this.in = in;
        words = new WordReader(in);
    }

    Token peek() throws IOException, ShellSyntaxException {
        if (ahead.isEmpty()) {
            ahead = Optional.of(read());
        }
        return ahead.get();
    }

    Token next() throws IOException, ShellSyntaxException {
        Token token = peek();
        ahead = Optional.empty();
        return token;
    }

    /** Its lines are read when the current line has ended. */
    void expect(HereDocument document) {
        documents.add(document);
    }

    private Token read() throws IOException, ShellSyntaxException {
        skipBlanks();
        int line = in.line();
        int c = in.peek();
        if (c == Source.END) {
            readDocuments();
            return Token.plain(Token.Kind.END, line);
        }
        if (c == '\n') {
            in.next();
            readDocuments();
            return Token.plain(Token.Kind.NEWLINE, line);
        }
        if (WordReader.isOperator(c)) {
            return Token.operator(operator(), line);
        }
        Token token = Token.word(words.word(), line);
        boolean redirects = in.peek() == '<' || in.peek() == '>';
        return redirects && token.text().matches("[0-9]")
                ? new Token(Token.Kind.DESCRIPTOR, token.text(), Word.EMPTY, line)
                : token;
    }

    private void skipBlanks() throws IOException {
        while (in.peek() == ' ' || in.peek() == '\t') {
            in.next();
        }
        if (in.peek() == '#') {
            while (in.rawPeek(0) != '\n' && in.rawPeek(0) != Source.END) {
                in.rawNext();
            }
        }
    }

    private String operator() throws IOException {
        StringBuilder text = new StringBuilder().append((char) in.next());
        while (in.peek() != Source.END && OPERATORS.contains(text.toString() + (char) in.peek())) {
            text.append((char) in.next());
        }
        return text.toString();
    }

    private void readDocuments() throws IOException, ShellSyntaxException {
        for (HereDocument document : documents) {
            document.fill(words.document(document, text(document)));
        }
        documents.clear();
    }

    private String text(HereDocument document) throws IOException {
        StringBuilder text = new StringBuilder();
        while (in.rawPeek(0) != Source.END) {
            String line = line(document);
            if (line.equals(document.delimiter()) || line.equals(document.delimiter() + "\n")) {
                break;
            }
            text.append(line);
        }
        return text.toString();
    }

    /** With its end. */
    private String line(HereDocument document) throws IOException {
        StringBuilder line = new StringBuilder();
        while (document.tabsGo() && in.rawPeek(0) == '\t') {
            in.rawNext();
        }
        int c = in.rawPeek(0);
        while (c != Source.END) {
            line.append((char) in.rawNext());
            if (c == '\n') {
                break;
            }
            c = in.rawPeek(0);
        }
        return line.toString();
    }
}
