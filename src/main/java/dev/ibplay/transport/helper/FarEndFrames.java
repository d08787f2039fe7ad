package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The helper's side of the frames of native/PROTOCOL.md. */
public final class FarEndFrames {
    private static final int MAX_FRAME_BYTES = 64 << 20;
    private static final int HEAD_BYTES = 4;

    private FarEndFrames() {}

    /**
     * A batch that was received.
     *
     * @param number that its outcomes carry
     */
    public record Received(int number, Batch batch) {}

    /**
     * Reads the next frame, and checks all of it; empty when the input ends before one.
     *
     * @throws MalformedFrame when it is to be refused, for the reason that the message gives
     */
    public static Optional<Received> read(InputStream in) throws IOException, MalformedFrame {
        byte[] head = in.readNBytes(HEAD_BYTES);
        if (head.length == 0) {
            return Optional.empty();
        }
        if (head.length < HEAD_BYTES) {
            throw new MalformedFrame("input ended within a frame");
        }
        long size = new FrameReader(head).u32();
        if (size == 0 || size > MAX_FRAME_BYTES) {
            throw new MalformedFrame("a frame of a forbidden size");
        }
        byte[] body = in.readNBytes((int) size);
        if (body.length < size) {
            throw new MalformedFrame("input ended within a frame");
        }
        return Optional.of(decode(new FrameReader(body)));
    }

    private static Received decode(FrameReader in) throws MalformedFrame {
        if (in.u8() != 'B') {
            throw new MalformedFrame("not a batch");
        }
        int number = (int) in.u32();
        return new Received(number, OperationDecoder.batch(in));
    }

    /** The frame of one outcome, its size in front; one that is too large for a frame is EFBIG. */
    public static byte[] outcome(int batch, int index, Outcome outcome) {
        FrameWriter body = new FrameWriter().u8('O').u32(batch).u32(index);
        OutcomeEncoder.encode(body, outcome);
        byte[] bytes = body.toArray();
        return bytes.length > MAX_FRAME_BYTES
                ? outcome(batch, index, new Outcome.OperationFailed("EFBIG", "the answer: File too large"))
                : new FrameWriter().bytes(bytes).toArray();
    }

    /** The frame that refuses what was received. */
    public static byte[] refusal(String why) {
        byte[] body = new FrameWriter().u8('E').bytes(Bytes.ofUtf8(why)).toArray();
        return new FrameWriter().bytes(body).toArray();
    }
}
