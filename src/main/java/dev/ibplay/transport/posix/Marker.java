package dev.ibplay.transport.posix;

import dev.ibplay.transport.RandomHex;
import java.nio.charset.StandardCharsets;

/**
 * What begins a tag line in the output of one batch: 128 random bits, new for every batch, so that no output can hold it
 * by chance or by intent. The script has it in two halves only; an echo of the script does not match.
 */
record Marker(String firstHalf, String secondHalf) {
    private static final int HALF_DIGITS = 16;

    static Marker random() {
        return new Marker(randomHex(), randomHex());
    }

    /** 16 hexadecimal digits that nobody can guess, for a name in a folder that others may write to. */
    static String randomHex() {
        return RandomHex.digits(HALF_DIGITS);
    }

    /** The bytes that announce the tag {@code word}. */
    byte[] tagBytes(String word) {
        return (firstHalf + secondHalf + word).getBytes(StandardCharsets.US_ASCII);
    }
}
