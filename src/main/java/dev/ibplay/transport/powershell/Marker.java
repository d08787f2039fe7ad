package dev.ibplay.transport.powershell;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random words: what begins each line of a batch's answers, and names of temporary files. */
final class Marker {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BYTES = 16;

    private Marker() {}

    /** 32 hexadecimal digits that nobody can guess. */
    static String random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
