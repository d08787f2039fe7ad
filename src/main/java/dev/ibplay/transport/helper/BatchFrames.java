package dev.ibplay.transport.helper;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Outcome;
import java.util.ArrayList;
import java.util.List;

/** A batch and its answer as frames (native/PROTOCOL.md), for a far end that is called instead of written to. */
public final class BatchFrames {
    private static final int NUMBER = 1;

    private BatchFrames() {}

    /** The frame of a batch, its size in front. */
    public static byte[] encode(Batch batch) {
        return OperationEncoder.frame(NUMBER, batch);
    }

    /**
     * The outcomes in an answer to {@link #encode}: one for each of the {@code count} operations, and nothing else.
     *
     * @throws MalformedFrame also when the far end refused the batch; the message says why
     */
    public static List<Outcome> decode(byte[] answer, int count) throws MalformedFrame {
        FrameReader frames = new FrameReader(answer);
        List<Outcome> outcomes = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            FrameReader in = new FrameReader(frames.bytes().toArray());
            int type = in.u8();
            if (type == 'E') {
                throw new MalformedFrame("the batch was refused: " + in.text());
            }
            if (type != 'O') {
                throw new MalformedFrame("a frame of type " + type);
            }
            outcomes.add(OutcomeDecoder.decode(in, NUMBER, index));
        }
        frames.end();
        return outcomes;
    }
}
