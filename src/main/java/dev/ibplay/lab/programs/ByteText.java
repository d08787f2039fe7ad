package dev.ibplay.lab.programs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Names and arguments are Unicode outside of programs, and bytes (ISO 8859-1) where text is worked on. What is no UTF-8
 * stays as it is: such a byte stands as U+DC00 and its value, which no text has by itself.
 */
public final class ByteText {
    private static final int ESCAPE = 0xdc00;

    private ByteText() {}

    /** The bytes of a name or argument. */
    public static String bytes(String unicode) {
        if (isAscii(unicode)) {
            return unicode;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(unicode.length() * 2);
        unicode.codePoints().forEach(c -> {
            if (c >= ESCAPE + 0x80 && c <= ESCAPE + 0xff) {
                bytes.write(c - ESCAPE);
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
        });
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** The name or argument of these bytes. */
    public static String unicode(String bytes) {
        if (isAscii(bytes)) {
            return bytes;
        }
        StringBuilder text = new StringBuilder(bytes.length());
        int at = 0;
        while (at < bytes.length()) {
            int length = sequence(bytes, at);
            if (length == 0) {
                text.append((char) (ESCAPE + bytes.charAt(at)));
                at++;
            } else {
                byte[] one = bytes.substring(at, at + length).getBytes(StandardCharsets.ISO_8859_1);
                text.append(new String(one, StandardCharsets.UTF_8));
                at += length;
            }
        }
        return text.toString();
    }

    /** How many bytes the character there has in UTF-8; 0 when it is none. */
    private static int sequence(String bytes, int at) {
        int first = bytes.charAt(at);
        int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        if (at + length > bytes.length()) {
            return 0;
        }
        String one = bytes.substring(at, at + length);
        byte[] raw = one.getBytes(StandardCharsets.ISO_8859_1);
        String back = new String(
                new String(raw, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return back.equals(one) ? length : 0;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
