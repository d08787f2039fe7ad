package dev.ibplay.ib;

/** How a value in a question or an answer of the subnet administration is meant (IBA vol. 1, 15.2.5.16). */
public enum Selector {
    GREATER_THAN,
    LESS_THAN,
    EXACTLY,
    LARGEST;

    /** The selector of a two-bit field. */
    static Selector ofCode(int code) {
        return values()[code & 3];
    }
}
