package dev.ibplay.transport.helper;

import dev.ibplay.transport.RandomHex;

/**
 * What tells the far end's first line from the noise of a login. On command lines the halves stand apart, so that a shell
 * which echoes its commands does not print the whole.
 */
record Marker(String first, String second) {
    private static final int HALF_DIGITS = 16;

    static Marker random() {
        return new Marker(RandomHex.digits(HALF_DIGITS), RandomHex.digits(HALF_DIGITS));
    }

    String whole() {
        return first + second;
    }
}
