package dev.ibplay.transport;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Words that nobody can guess, and that mean nothing to any shell: for markers, prompts and names of temporary files. */
public final class RandomHex {
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomHex() {}

    /**
     * New hexadecimal digits.
     *
     * @param digits how many; an even number, four random bits for each
     */
    public static String digits(int digits) {
        byte[] bytes = new byte[digits / 2];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
