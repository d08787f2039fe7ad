package dev.ibplay.lab.shell;

/** The text is not in the shell's language; the message is dash's, without place. */
final class ShellSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    ShellSyntaxException(int line, String message) {
        super("Syntax error: " + message);
        this.line = line;
    }

    int line() {
        return line;
    }
}
