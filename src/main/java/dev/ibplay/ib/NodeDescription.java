package dev.ibplay.ib;

import java.nio.charset.StandardCharsets;

/** The text that a node carries, often host and device name (IBA vol. 1, 14.2.5.2). */
public final class NodeDescription {
    private NodeDescription() {}

    /** The text up to the first NUL; what is not UTF-8 becomes U+FFFD. */
    public static String decode(byte[] data) {
        int length = 0;
        while (length < data.length && data[length] != 0) {
            length++;
        }
        return new String(data, 0, length, StandardCharsets.UTF_8);
    }
}
