package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress.ByRoute;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers of a far end that is called: whole ones, and those that make no sense. */
class BatchFramesTest {
    private static FrameWriter outcome(int index, int kind) {
        return new FrameWriter().u8('O').u32(1).u32(index).u8(kind);
    }

    private static byte[] answer(FrameWriter... frames) {
        var all = new ByteArrayOutputStream();
        for (FrameWriter frame : frames) {
            all.writeBytes(new FrameWriter().bytes(frame.toArray()).toArray());
        }
        return all.toByteArray();
    }

    private static FrameWriter fabric(byte[] route, int kind) {
        FrameWriter out = outcome(0, 16).u32(1).bytes(route).u16(0x0015).u32(7).u8(kind);
        return (kind == 12 ? out.u32(0x1c) : out).u64(3).u8(0);
    }

    @Test
    void outcomesInTheirOrder() throws Exception {
        assertThat(BatchFrames.decode(answer(outcome(0, 3), outcome(1, 9).bytes(new byte[] {5})), 2))
                .containsExactly(new Outcome.FileAbsent(), new Outcome.AttributeRead(Bytes.of(new byte[] {5})));
    }

    @Test
    void aFabricWithWhatDidNotAnswer() throws Exception {
        var route = new ByRoute(List.of(1, 254));
        byte[] bytes = {1, (byte) 254};
        assertThat(BatchFrames.decode(answer(fabric(bytes, 11)), 1))
                .containsExactly(new Outcome.FabricDiscovered(
                        List.of(new Outcome.Finding(route, 0x15, 7, new Outcome.NoAnswer())), 3, false));
        assertThat(BatchFrames.decode(answer(fabric(bytes, 12)), 1))
                .containsExactly(new Outcome.FabricDiscovered(
                        List.of(new Outcome.Finding(route, 0x15, 7, new Outcome.ErrorStatus(0x1c))), 3, false));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        refuse("a size of nothing", "the batch was refused: a size of nothing", 1, refusal("a size of nothing"));
        refuse("another index", "not the outcome 0", 1, answer(outcome(1, 3)));
        refuse("too few", "a field of", 2, answer(outcome(0, 3)));
        refuse("too many", "bytes too many", 1, answer(outcome(0, 3), outcome(1, 3)));
        refuse("a rest", "bytes too many", 1, answer(outcome(0, 3).u8(0)));
        refuse("port 255", "not a directed route", 1, answer(fabric(new byte[] {(byte) 255}, 11)));
        refuse("64 hops", "not a directed route", 1, answer(fabric(new byte[64], 11)));
        refuse("another kind", "an answer of kind 13", 1, answer(fabric(new byte[] {1}, 13)));
    }

    private static byte[] refusal(String why) {
        return answer(new FrameWriter().u8('E').bytes(Bytes.ofUtf8(why)));
    }

    private static void refuse(String what, String message, int count, byte[] answer) {
        assertThatThrownBy(() -> BatchFrames.decode(answer, count))
                .as(what)
                .isInstanceOf(MalformedFrame.class)
                .hasMessageContaining(message);
    }
}
