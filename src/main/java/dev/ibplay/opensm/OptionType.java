package dev.ibplay.opensm;

/** How OpenSM takes the text behind a key (osm_subnet.c, the opts_parse functions). */
public enum OptionType {
    /** The word TRUE is true, every other text is false. */
    BOOLEAN("TRUE or FALSE", 0),
    /** A number that must fit; else the value stays as it was. */
    NUMBER_8("a number from 0 to 255", 8),
    NUMBER_16("a number from 0 to 65535", 16),
    NUMBER_32("a number from 0 to 4294967295", 32),
    NUMBER_64("a number of 64 bits", 64),
    /** What strtol makes of the beginning of the text, cut to 32 bits and never refused. */
    SIGNED_32("a number", 32),
    /** Any text; {@code (null)} is none. */
    TEXT("a text", 0),
    /** 256 bits as hexadecimal digits, with or without 0x. */
    PORT_MASK("up to 64 hexadecimal digits", 256),
    /** A shift, a colon and a multiplier. */
    CONGESTION_ENTRY("SHIFT:MULTIPLIER", 0),
    /** Such entries with commas between them; {@code (null)} is none. */
    CONGESTION_TABLE("SHIFT:MULTIPLIER, with commas between several", 0),
    /** A service level, a blank and a number; a line for each service level. */
    NUMBER_8_PER_SL("a service level, a blank and a number from 0 to 255", 8),
    NUMBER_16_PER_SL("a service level, a blank and a number from 0 to 65535", 16),
    /** A key of another OpenSM, of which only the name is known. */
    UNCHECKED("a text", 0);

    private final String words;
    private final int bits;

    OptionType(String words, int bits) {
        this.words = words;
        this.bits = bits;
    }

    /** What a value is, for people. */
    public String words() {
        return words;
    }

    int bits() {
        return bits;
    }

    /** The largest value as an unsigned number; all ones for 64 bits. */
    long largest() {
        return bits >= 64 ? -1L : (1L << bits) - 1;
    }

    boolean isNumber() {
        return switch (this) {
            case NUMBER_8, NUMBER_16, NUMBER_32, NUMBER_64 -> true;
            default -> false;
        };
    }

    boolean isPerServiceLevel() {
        return this == NUMBER_8_PER_SL || this == NUMBER_16_PER_SL;
    }

    boolean isText() {
        return this == TEXT || this == UNCHECKED;
    }
}
