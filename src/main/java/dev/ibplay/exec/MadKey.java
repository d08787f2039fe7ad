package dev.ibplay.exec;

/**
 * A key that management packets carry: an M_Key for subnet management (IBA vol. 1, 14.2.4), or the SM_Key that makes the
 * subnet administration trust a question (15.2.1.1). Its {@code toString} hides it.
 */
public final class MadKey {
    /** Packets carry 0: no key. */
    public static final MadKey NONE = new MadKey(0);

    private final long value;

    private MadKey(long value) {
        this.value = value;
    }

    /**
     * The key with these 64 bits.
     *
     * @param value unsigned; 0 is {@link #NONE}
     */
    public static MadKey of(long value) {
        return value == 0 ? NONE : new MadKey(value);
    }

    public boolean isNone() {
        return value == 0;
    }

    /** The 64 bits themselves. Only a transport calls this. */
    public long reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MadKey key && value == key.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }

    @Override
    public String toString() {
        return isNone() ? "none" : "<hidden>";
    }
}
