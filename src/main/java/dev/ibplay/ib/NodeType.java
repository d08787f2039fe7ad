package dev.ibplay.ib;

/** What a node is (IBA vol. 1, 14.2.5.3). */
public enum NodeType {
    CA,
    SWITCH,
    ROUTER,
    /** A code that the specification does not name. */
    UNKNOWN;

    public static NodeType ofCode(int code) {
        return switch (code) {
            case 1 -> CA;
            case 2 -> SWITCH;
            case 3 -> ROUTER;
            default -> UNKNOWN;
        };
    }
}
