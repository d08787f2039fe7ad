package dev.ibplay.transport.helper;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** A channel's streams with a time limit on every wait, whose failures say host and cause. */
final class FarEnd {
    private static final Duration END_LIMIT = Duration.ofSeconds(5);
    private static final int MAX_NOISE_BYTES = 1 << 20;
    private static final int MAX_FRAME_BYTES = 64 << 20;
    private static final int SHOWN_CHARACTERS = 400;

    private final String host;
    private final Channel channel;
    private final InputStream stdout;
    private final ErrorTail errors;

    FarEnd(String host, Channel channel) {
        this.host = host;
        this.channel = channel;
        stdout = new BufferedInputStream(channel.stdout(), 32 << 10);
        errors = new ErrorTail(channel.stderr(), host);
    }

    /** Something that reads or writes the streams. */
    interface Talk<T> {
        T run() throws IOException, MalformedFrame, TransportException;
    }

    /** Runs {@code talk}; when {@code limit} passes before its end, the channel is closed and the host has timed out. */
    <T> T within(Duration limit, Talk<T> talk) throws TransportException {
        try (Deadline deadline = new Deadline(limit, channel)) {
            try {
                return talk.run();
            } catch (IOException e) {
                throw deadline.expired() ? timedOut(limit, e) : ended(e);
            } catch (MalformedFrame e) {
                throw broken("the helper's answer makes no sense: " + e.getMessage());
            }
        }
    }

    void send(byte[] bytes) throws IOException {
        channel.stdin().write(bytes);
        channel.stdin().flush();
    }

    /** The rest of the line behind the marker; what comes before the marker is noise. */
    String readMarked(Marker marker) throws IOException, MalformedFrame {
        byte[] wanted = marker.whole().getBytes(StandardCharsets.US_ASCII);
        byte[] window = new byte[wanted.length];
        for (int read = 0; read < MAX_NOISE_BYTES; read++) {
            System.arraycopy(window, 1, window, 0, window.length - 1);
            window[window.length - 1] = (byte) readByte();
            if (Arrays.equals(window, wanted)) {
                return readLine().strip();
            }
        }
        throw new MalformedFrame("only other output came for " + MAX_NOISE_BYTES + " bytes");
    }

    private String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        int b = readByte();
        while (b != '\n' && line.size() < SHOWN_CHARACTERS) {
            line.write(b);
            b = readByte();
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private int readByte() throws IOException {
        int b = stdout.read();
        if (b < 0) {
            throw new IOException("end of output");
        }
        return b;
    }

    byte[] readFrame() throws IOException, MalformedFrame {
        long size = new FrameReader(readExactly(4)).u32();
        if (size == 0 || size > MAX_FRAME_BYTES) {
            throw new MalformedFrame("a frame of " + size + " bytes");
        }
        return readExactly((int) size);
    }

    private byte[] readExactly(int size) throws IOException {
        byte[] bytes = stdout.readNBytes(size);
        if (bytes.length < size) {
            throw new IOException("end of output");
        }
        return bytes;
    }

    private TransportException timedOut(Duration limit, IOException cause) {
        return new TransportException(
                host,
                Kind.TIMED_OUT,
                "no answer within " + limit.toSeconds() + " s" + spoken(errors.text()),
                "look whether the host is overloaded or a file system hangs, or raise the time limit",
                cause);
    }

    /** The streams ended: either the far end did, which then has a status, or the connection. */
    private TransportException ended(IOException cause) {
        CommandEnd end;
        try {
            end = channel.waitFor(END_LIMIT);
        } catch (TransportException e) {
            return e;
        }
        String how = switch (end) {
            case CommandEnd.Exited e -> "ended with status " + e.status();
            case CommandEnd.Signalled e -> "was ended by signal " + e.signal();
            case CommandEnd.TimedOut() -> "does not answer any more";
        };
        if (end instanceof CommandEnd.TimedOut) {
            return new TransportException(
                    host, Kind.CONNECTION_LOST, "the connection broke", "look at the network and at sshd's log", cause);
        }
        return broken("the far end " + how + spoken(errors.textAtEnd(END_LIMIT)));
    }

    TransportException broken(String message) {
        return new TransportException(
                host,
                Kind.FAR_END_BROKEN,
                message,
                Optional.of("try ibplay_helper: none for this host, and see what its login shell prints"));
    }

    /** What the far end said on standard error, for a message. */
    private static String spoken(String text) {
        if (text.isEmpty()) {
            return "";
        }
        int start = Math.max(0, text.length() - SHOWN_CHARACTERS);
        return "; it said: " + text.substring(start);
    }

    /** Ends the input, which tells the helper to stop, and waits for its end when {@code patient}. */
    void close(Duration patience) {
        try {
            channel.stdin().close();
            if (!patience.isZero()) {
                channel.waitFor(patience);
            }
        } catch (IOException | TransportException expected) {
            // It is being closed: a connection that is gone already is as good.
        } finally {
            channel.close();
        }
    }
}
