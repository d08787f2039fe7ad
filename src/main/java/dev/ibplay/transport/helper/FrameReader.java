package dev.ibplay.transport.helper;

import dev.ibplay.exec.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the fields of native/PROTOCOL.md from one frame. */
final class FrameReader {
    /** Reads one item of a list. */
    interface Item<T> {
        T read(FrameReader in) throws MalformedFrame;
    }

    private final ByteBuffer in;

    FrameReader(byte[] frame) {
        in = ByteBuffer.wrap(frame);
    }

    int u8() throws MalformedFrame {
        need(1);
        return in.get() & 0xff;
    }

    int u16() throws MalformedFrame {
        need(2);
        return in.getShort() & 0xffff;
    }

    long u32() throws MalformedFrame {
        need(4);
        return in.getInt() & 0xffff_ffffL;
    }

    /** A u32 that must be small enough for an int. */
    int int31() throws MalformedFrame {
        long value = u32();
        if (value > Integer.MAX_VALUE) {
            throw new MalformedFrame("a number of " + value);
        }
        return (int) value;
    }

    long u64() throws MalformedFrame {
        need(8);
        return in.getLong();
    }

    Bytes bytes() throws MalformedFrame {
        return Bytes.of(raw());
    }

    /** The text, with U+FFFD for what is not UTF-8: the names of files and processes may be any bytes. */
    String text() throws MalformedFrame {
        return new String(raw(), StandardCharsets.UTF_8);
    }

    /** A text as it goes to the helper: without a NUL, and one behind it. */
    String terminated() throws MalformedFrame {
        String value = text();
        if (u8() != 0 || value.indexOf('\0') >= 0) {
            throw new MalformedFrame("a text without its end");
        }
        return value;
    }

    <T> List<T> list(Item<T> item) throws MalformedFrame {
        int count = int31();
        List<T> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(item.read(this));
        }
        return items;
    }

    void end() throws MalformedFrame {
        if (in.hasRemaining()) {
            throw new MalformedFrame(in.remaining() + " bytes too many");
        }
    }

    private byte[] raw() throws MalformedFrame {
        int size = int31();
        need(size);
        byte[] value = new byte[size];
        in.get(value);
        return value;
    }

    private void need(int size) throws MalformedFrame {
        if (in.remaining() < size) {
            throw new MalformedFrame("a field of " + size + " bytes where " + in.remaining() + " are left");
        }
    }
}
