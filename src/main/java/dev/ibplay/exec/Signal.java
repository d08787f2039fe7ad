package dev.ibplay.exec;

/** The signals that are ever sent to a process on a host. */
public enum Signal {
    HUP(1),
    TERM(15);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** The number, the same on all Linux architectures for these. */
    public int number() {
        return number;
    }
}
