package dev.ibplay.lab.programs;

/** Ends a program with a message, to which its name is put in front. */
final class ToolFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    ToolFailure(int status, String message) {
        super(message);
        this.status = status;
    }

    ToolFailure(String message) {
        this(1, message);
    }

    /** All has been said. */
    static ToolFailure silent() {
        return new ToolFailure("");
    }

    int status() {
        return status;
    }
}
