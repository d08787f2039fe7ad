package dev.ibplay.exec;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** An immutable run of bytes that compares by content. */
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    public static Bytes ofUtf8(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public int size() {
        return content.length;
    }

    /** The byte at {@code index} as 0..255. */
    public int at(int index) {
        return content[index] & 0xff;
    }

    public byte[] toArray() {
        return content.clone();
    }

    /** The text when the bytes are valid UTF-8. */
    public Optional<String> utf8() {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString());
        } catch (CharacterCodingException expected) {
            return Optional.empty();
        }
    }

    /** The text with U+FFFD in place of what is not valid UTF-8: for people to read, never to write back. */
    public String lossyText() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** One character for each byte (ISO 8859-1), which loses nothing and can be turned back with {@link #ofLatin1}. */
    public String latin1() {
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    public static Bytes ofLatin1(String text) {
        return new Bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Only the size: contents may be secret. */
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
