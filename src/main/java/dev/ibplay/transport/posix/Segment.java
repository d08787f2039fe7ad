package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A stretch of a batch's output.
 *
 * @param content the raw bytes before the tag
 * @param tag the words of the tag line, without the marker
 */
record Segment(Bytes content, String tag) {

    /**
     * Cuts what came between the first marker and the end of the batch.
     *
     * @param output a stream from anywhere before the {@code begin} tag to the last marker, which announces {@code done}
     * @return one segment for each tag after {@code begin}; empty when the output does not begin
     */
    static List<Segment> cut(byte[] output, Marker marker) {
        byte[] mark = marker.tagBytes("");
        List<Segment> segments = new ArrayList<>();
        int at = indexOf(output, marker.tagBytes("begin\n"), 0);
        while (at >= 0) {
            int lineEnd = indexOf(output, new byte[] {'\n'}, at);
            int next = lineEnd < 0 ? -1 : indexOf(output, mark, lineEnd + 1);
            if (next < 0) {
                return segments;
            }
            int tagStart = next + mark.length;
            int tagEnd = indexOf(output, new byte[] {'\n'}, tagStart);
            String tag = text(output, tagStart, tagEnd < 0 ? output.length : tagEnd);
            segments.add(new Segment(Bytes.of(Arrays.copyOfRange(output, lineEnd + 1, next)), tag));
            at = next;
        }
        return segments;
    }

    /** The index of the first occurrence at or after {@code from}, or -1. */
    static int indexOf(byte[] text, byte[] wanted, int from) {
        for (int i = Math.max(0, from); i <= text.length - wanted.length; i++) {
            if (text[i] == wanted[0] && Arrays.equals(text, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    private static String text(byte[] output, int from, int to) {
        return new String(output, from, to - from, StandardCharsets.UTF_8);
    }
}
