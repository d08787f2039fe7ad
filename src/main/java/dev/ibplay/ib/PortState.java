package dev.ibplay.ib;

/** The logical state of a port (IBA vol. 1, PortInfo.PortState), in libibmad's words. */
public enum PortState {
    NO_CHANGE("No change"),
    DOWN("Down"),
    INITIALIZE("Initialize"),
    ARMED("Armed"),
    ACTIVE("Active"),
    UNKNOWN("?");

    private final String printed;

    PortState(String printed) {
        this.printed = printed;
    }

    public static PortState ofCode(int code) {
        return code >= 0 && code <= 4 ? values()[code] : UNKNOWN;
    }

    @Override
    public String toString() {
        return printed;
    }
}
