package dev.ibplay.transport.helper;

import dev.ibplay.exec.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;

/** Writes the fields of native/PROTOCOL.md. */
final class FrameWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    FrameWriter u8(int value) {
        return number(value, 1);
    }

    FrameWriter u16(int value) {
        return number(value, 2);
    }

    FrameWriter u32(long value) {
        return number(value, 4);
    }

    FrameWriter u64(long value) {
        return number(value, 8);
    }

    private FrameWriter number(long value, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            out.write((int) (value >> shift));
        }
        return this;
    }

    FrameWriter flag(boolean value) {
        return u8(value ? 1 : 0);
    }

    /** Whole milliseconds; at least 1, and at most what the field holds (49 days). */
    FrameWriter millis(Duration value) {
        return u32(Math.clamp(value.toMillis(), 1, 0xffff_ffffL));
    }

    FrameWriter bytes(Bytes value) {
        return bytes(value.toArray());
    }

    FrameWriter bytes(byte[] value) {
        u32(value.length);
        out.writeBytes(value);
        return this;
    }

    /** A text that the helper uses in place as a C string. */
    FrameWriter text(String value) {
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL in a name or argument");
        }
        return bytes(value.getBytes(StandardCharsets.UTF_8)).u8(0);
    }

    FrameWriter texts(Collection<String> values) {
        u32(values.size());
        values.forEach(this::text);
        return this;
    }

    byte[] toArray() {
        return out.toByteArray();
    }
}
