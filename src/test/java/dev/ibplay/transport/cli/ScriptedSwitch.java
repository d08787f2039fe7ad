package dev.ibplay.transport.cli;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TerminalConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;

/** A switch that says what a test wants it to, in pieces of a wanted size. */
final class ScriptedSwitch implements TerminalConnection {
    private static final int END = -1;

    /** In what is said: the rest lies there unread until somebody asks whether there is more. */
    static final char LATE = 0;

    private final UnaryOperator<String> exec;
    private final String greeting;
    private final UnaryOperator<String> typing;
    private final int pieceBytes;
    final List<String> execs = new ArrayList<>();
    final List<String> typed = new ArrayList<>();

    /**
     * A switch.
     *
     * @param exec what an exec of a command line prints
     * @param greeting what a terminal begins with
     * @param typing what comes when something is typed, up to and with its line feed; a blank, q and an interrupt count alone
     */
    ScriptedSwitch(UnaryOperator<String> exec, String greeting, UnaryOperator<String> typing, int pieceBytes) {
        this.exec = exec;
        this.greeting = greeting;
        this.typing = typing;
        this.pieceBytes = pieceBytes;
    }

    @Override
    public Channel start(String commandLine) {
        execs.add(commandLine);
        byte[] said = exec.apply(commandLine).getBytes(StandardCharsets.UTF_8);
        return new Streams(OutputStream.nullOutputStream(), new ByteArrayInputStream(said));
    }

    @Override
    public Channel startTerminal(int columns, int rows) {
        Screen screen = new Screen();
        screen.show(greeting);
        return new Streams(new Keys(screen), screen);
    }

    private final class Keys extends OutputStream {
        private final Screen screen;
        private final StringBuilder line = new StringBuilder();

        Keys(Screen screen) {
            this.screen = screen;
        }

        @Override
        public void write(int key) {
            line.append((char) key);
            boolean alone = line.length() == 1 && (key == ' ' || key == 'q' || key == 3);
            if (key == '\n' || alone) {
                String whole = line.toString();
                line.setLength(0);
                typed.add(whole.equals(" ") ? whole : whole.strip());
                screen.show(typing.apply(whole));
            }
        }
    }

    /** Gives at most one piece to each read, so that a reader meets every cut. */
    private final class Screen extends InputStream {
        private final BlockingQueue<Integer> bytes = new LinkedBlockingQueue<>();
        private final CountDownLatch asked = new CountDownLatch(1);

        void show(String text) {
            for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
                bytes.add(b & 0xff);
            }
        }

        @Override
        public int read() throws IOException {
            try {
                int next = bytes.take();
                if (next == LATE) {
                    asked.await();
                    next = bytes.take();
                }
                return next;
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = 0;
            do {
                int next = read();
                if (next == END) {
                    bytes.add(END);
                    return count == 0 ? END : count;
                }
                into[offset + count++] = (byte) next;
            } while (count < Math.min(length, pieceBytes) && hasNow());
            return count;
        }

        private boolean hasNow() {
            Integer next = bytes.peek();
            return next != null && next != LATE;
        }

        /** As a socket's: the end of the stream counts as nothing. */
        @Override
        public int available() {
            asked.countDown();
            return (int) bytes.stream().filter(next -> next != END).count();
        }

        @Override
        public void close() {
            asked.countDown();
            bytes.add(END);
        }
    }

    private record Streams(OutputStream stdin, InputStream stdout) implements Channel {
        @Override
        public InputStream stderr() {
            return InputStream.nullInputStream();
        }

        @Override
        public CommandEnd waitFor(Duration timeLimit) {
            return new CommandEnd.Exited(0);
        }

        @Override
        public void close() {
            try {
                stdout.close();
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public void close() {}
}
