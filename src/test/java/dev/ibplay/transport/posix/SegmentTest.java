package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SegmentTest {
    private static final Marker MARKER = new Marker("00112233", "44556677");
    private static final String MARK = "0011223344556677";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void cutsAtTheMarkersOnly() {
        String output = "noise " + MARK + "begin\na\0\n00112233" + MARK + "r ok\n" + MARK + "end\n" + MARK + "done";
        assertThat(Segment.cut(bytes(output), MARKER))
                .containsExactly(
                        new Segment(Bytes.ofLatin1("a\0\n00112233"), "r ok"),
                        new Segment(Bytes.EMPTY, "end"),
                        new Segment(Bytes.EMPTY, "done"));
    }

    @Test
    void findsNothingWithoutABeginning() {
        assertThat(Segment.cut(bytes("x" + MARK + "end\n" + MARK + "done"), MARKER))
                .isEmpty();
        assertThat(Segment.cut(bytes(""), MARKER)).isEmpty();
    }

    @Test
    void makesMarkersThatDiffer() {
        assertThat(Marker.random()).isNotEqualTo(Marker.random());
        assertThat(Marker.random().tagBytes("")).hasSize(32);
    }
}
