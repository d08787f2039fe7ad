package dev.ibplay.lab.shell;

/** What ends a shell that is not interactive: an error in an expansion or of a special builtin (POSIX.1-2017, XCU 2.8.1). */
final class ShellError extends Unwinding {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int status;

    ShellError(int line, String message) {
        this(line, message, 2);
    }

    ShellError(int line, String message, int status) {
        super(message);
        this.line = line;
        this.status = status;
    }

    /** 0 for the line of the command that runs. */
    int line() {
        return line;
    }

    int status() {
        return status;
    }
}
