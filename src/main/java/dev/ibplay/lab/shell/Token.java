package dev.ibplay.lab.shell;

/**
 * @param text an operator's, or a word's when it is bare, else empty
 * @param word {@link Word#EMPTY} unless it is one
 */
record Token(Kind kind, String text, Word word, int line) {
    enum Kind {
        WORD,
        OPERATOR,
        DESCRIPTOR,
        NEWLINE,
        END
    }

    static Token operator(String text, int line) {
        return new Token(Kind.OPERATOR, text, Word.EMPTY, line);
    }

    static Token word(Word word, int line) {
        return new Token(Kind.WORD, word.bare(), word, line);
    }

    static Token plain(Kind kind, int line) {
        return new Token(kind, "", Word.EMPTY, line);
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    boolean isOperator(String wanted) {
        return kind == Kind.OPERATOR && text.equals(wanted);
    }

    boolean isBare(String wanted) {
        return kind == Kind.WORD && text.equals(wanted);
    }

    /** As dash names it in messages. */
    String shown() {
        return switch (kind) {
            case NEWLINE -> "newline";
            case END -> "end of file";
            case WORD -> text.isEmpty() ? "word" : isReserved() ? '"' + text + '"' : "word";
            case OPERATOR -> '"' + text + '"';
            case DESCRIPTOR -> "redirection";
        };
    }

    private boolean isReserved() {
        return Parser.RESERVED.contains(text);
    }
}
