package dev.ibplay.transport.ssh.tunnel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.common.channel.IoWriteFutureImpl;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;

/**
 * A ProxyCommand: a process of its own session, which has no terminal to ask on, and which a Ctrl-C there does not reach. It
 * ends with the tunnel.
 */
public final class ProxyProcess implements Tunnel {
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final int SAID_AT_MOST = 1000;
    private static final Duration END_LIMIT = Duration.ofSeconds(2);

    private final Process process;
    private final StringBuilder said = new StringBuilder();
    private final BlockingQueue<Optional<IoWriteFutureImpl>> writes = new LinkedBlockingQueue<>();
    private final Thread errors;
    private volatile boolean closed;
    private volatile boolean writable = true;
    private volatile boolean endedByItself;

    private ProxyProcess(Process process) {
        this.process = process;
        errors = thread("errors", this::readErrors);
    }

    /**
     * Starts a command as ssh does, by the user's shell.
     *
     * @param shell its path
     */
    public static ProxyProcess start(String shell, String command) throws IOException {
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            words.add(SETSID.toString());
        }
        words.addAll(List.of(shell, "-c", "exec " + command));
        ProcessBuilder builder = new ProcessBuilder(words);
        // without a terminal ssh would ask for a password in a window
        builder.environment().put("SSH_ASKPASS_REQUIRE", "never");
        return new ProxyProcess(builder.start());
    }

    private static Thread thread(String what, Runnable work) {
        return Thread.ofPlatform().daemon().name("proxy-command-" + what).start(work);
    }

    @Override
    public void start(Receiver receiver) {
        thread("output", () -> read(receiver));
        thread("input", this::write);
    }

    private void read(Receiver receiver) {
        byte[] chunk = new byte[32768];
        try (InputStream output = process.getInputStream()) {
            int count = output.read(chunk);
            while (count >= 0) {
                receiver.received(Arrays.copyOf(chunk, count));
                count = output.read(chunk);
            }
        } catch (IOException ended) {
            // so it has
        }
        awaitEnd();
        receiver.ended();
    }

    /**
     * Whoever ends by himself closes his input and output first. Which of the two is seen first is a matter of chance, so both
     * wait for the status and the last words before they tell: the connection is closed by what they tell, and with it the
     * process and what of its standard error was not read yet. A child of it may hold that open for long.
     */
    private void awaitEnd() {
        try {
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            errors.join(END_LIMIT.toMillis());
            if (!closed) {
                endedByItself = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try (OutputStream input = process.getOutputStream()) {
            Optional<IoWriteFutureImpl> next = writes.take();
            while (next.isPresent()) {
                write(input, next.get());
                next = writes.take();
            }
        } catch (IOException ended) {
            // the reader tells
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        fail(new IOException("the proxy command has ended"));
    }

    private void write(OutputStream input, IoWriteFutureImpl write) throws IOException {
        Buffer buffer = write.getBuffer();
        try {
            input.write(buffer.array(), buffer.rpos(), buffer.available());
            input.flush();
            write.setValue(true);
        } catch (IOException e) {
            awaitEnd();
            write.setValue(e);
            throw e;
        }
    }

    private void fail(IOException cause) {
        writable = false;
        List<Optional<IoWriteFutureImpl>> left = new ArrayList<>();
        writes.drainTo(left);
        left.forEach(write -> write.ifPresent(w -> w.setValue(cause)));
    }

    private void readErrors() {
        byte[] chunk = new byte[1024];
        try (InputStream stream = process.getErrorStream()) {
            int count = stream.read(chunk);
            while (count >= 0) {
                String text = new String(chunk, 0, count, StandardCharsets.UTF_8);
                synchronized (said) {
                    said.append(text, 0, Math.min(text.length(), SAID_AT_MOST - said.length()));
                }
                count = stream.read(chunk);
            }
        } catch (IOException ended) {
            // nothing more is said
        }
    }

    @Override
    public IoWriteFuture write(Buffer buffer) throws IOException {
        if (!writable) {
            throw new IOException("the proxy command has ended");
        }
        IoWriteFutureImpl future = new IoWriteFutureImpl("proxy command", buffer);
        writes.add(Optional.of(future));
        if (!writable) {
            fail(new IOException("the proxy command has ended"));
        }
        return future;
    }

    @Override
    public void close() {
        closed = true;
        writable = false;
        writes.add(Optional.empty());
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    /** Its exit status and what it wrote to standard error, if it has ended by itself. */
    @Override
    public Optional<String> trouble() {
        if (!endedByItself) {
            return Optional.empty();
        }
        String text;
        synchronized (said) {
            text = said.toString().strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ");
        }
        return Optional.of("the proxy command ended with status " + process.exitValue()
                + (text.isEmpty() ? ", and said nothing" : ": " + text));
    }
}
