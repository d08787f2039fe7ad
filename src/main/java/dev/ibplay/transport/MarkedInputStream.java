package dev.ibplay.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A stream without what comes before, and with, a line that holds only a marker. */
final class MarkedInputStream extends InputStream {
    private final InputStream in;
    private final String marker;
    private boolean found;
    private InputStream ahead = InputStream.nullInputStream();

    MarkedInputStream(InputStream in, String marker) {
        this.in = in;
        this.marker = marker + "\n";
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (!found) {
            skipToMarker();
        }
        int buffered = ahead.read(into, offset, length);
        return buffered >= 0 ? buffered : in.read(into, offset, length);
    }

    @Override
    public int available() throws IOException {
        return found ? ahead.available() + in.available() : 0;
    }

    private void skipToMarker() throws IOException {
        StringBuilder heard = new StringBuilder();
        byte[] chunk = new byte[4096];
        int at = -1;
        while (at < 0) {
            int count = in.read(chunk);
            if (count < 0) {
                break;
            }
            heard.append(new String(chunk, 0, count, StandardCharsets.ISO_8859_1));
            at = heard.indexOf(marker);
            if (at < 0 && heard.length() > marker.length()) {
                heard.delete(0, heard.length() - marker.length());
            }
        }
        if (at >= 0) {
            ahead = new ByteArrayInputStream(
                    heard.substring(at + marker.length()).getBytes(StandardCharsets.ISO_8859_1));
        }
        found = true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
