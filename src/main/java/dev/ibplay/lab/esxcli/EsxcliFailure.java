package dev.ibplay.lab.esxcli;

/** A command that does not succeed: its message goes to standard output, and its status is 1. */
public final class EsxcliFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /** With what is printed. */
    public EsxcliFailure(String message) {
        super(message);
    }
}
