package dev.ibplay.transport.helper;

/** A frame does not hold what its type promises. */
public final class MalformedFrame extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedFrame(String message) {
        super(message);
    }
}
