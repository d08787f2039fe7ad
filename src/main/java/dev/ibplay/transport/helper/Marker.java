package dev.ibplay.transport.helper;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * What tells the far end's first line from the noise of a login. On command lines the halves stand apart, so that a shell
 * which echoes its commands does not print the whole.
 */
record Marker(String first, String second) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int HALF_BYTES = 8;

    static Marker random() {
        return new Marker(half(), half());
    }

    private static String half() {
        byte[] bytes = new byte[HALF_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    String whole() {
        return first + second;
    }
}
