package dev.ibplay.transport;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The conversation with one sudo, from its start until the command runs or sudo gives up. */
final class SudoDialogue {
    /** How much of what was said is remembered, in bytes; start-up files may be talkative. */
    private static final int MEMORY = 16 << 10;

    private static final Duration EXIT_LIMIT = Duration.ofSeconds(5);

    private final SudoRequest request;
    private final SudoScript script;
    private final Channel channel;
    private final StringBuilder heard = new StringBuilder();
    private boolean passwordSent;

    SudoDialogue(SudoRequest request, SudoScript script, Channel channel) {
        this.request = request;
        this.script = script;
        this.channel = channel;
    }

    /** The channel of the running command. */
    Channel run() throws TransportException {
        AtomicBoolean expired = new AtomicBoolean();
        Executor later = CompletableFuture.delayedExecutor(request.limit().toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> alarm = CompletableFuture.runAsync(
                () -> {
                    expired.set(true);
                    channel.close();
                },
                later);
        try {
            byte[] rest = listen();
            InputStream stderr = new SequenceInputStream(new ByteArrayInputStream(rest), channel.stderr());
            return new SudoChannel(channel, new MarkedInputStream(channel.stdout(), script.marker()), stderr);
        } catch (IOException e) {
            if (expired.get()) {
                throw SudoRefusal.silent(request, said());
            }
            throw new TransportException(
                    request.host(),
                    TransportException.Kind.CONNECTION_LOST,
                    "the connection was lost while sudo was starting",
                    "Is the host still up?",
                    e);
        } catch (Ended e) {
            throw expired.get()
                    ? SudoRefusal.silent(request, said())
                    : SudoRefusal.of(request, said(), channel.waitFor(EXIT_LIMIT), passwordSent);
        } finally {
            alarm.cancel(false);
        }
    }

    /** Reads until the command runs, and returns what it has already written to its standard error. */
    private byte[] listen() throws IOException, TransportException, Ended {
        String marker = script.marker() + "\n";
        byte[] chunk = new byte[4096];
        while (true) {
            int count = channel.stderr().read(chunk);
            if (count < 0) {
                throw new Ended();
            }
            heard.append(new String(chunk, 0, count, StandardCharsets.ISO_8859_1));
            int at = heard.indexOf(marker);
            if (at >= 0) {
                return heard.substring(at + marker.length()).getBytes(StandardCharsets.ISO_8859_1);
            }
            answerPrompt();
            if (heard.length() > MEMORY) {
                heard.delete(0, heard.length() - MEMORY);
            }
        }
    }

    private void answerPrompt() throws IOException, TransportException {
        int at = heard.indexOf(script.prompt());
        if (at < 0) {
            return;
        }
        if (passwordSent) {
            throw SudoRefusal.wrongPassword(request);
        }
        heard.delete(at, at + script.prompt().length());
        OutputStream stdin = channel.stdin();
        String line = request.password().map(Secret::reveal).orElse("") + "\n";
        stdin.write(line.getBytes(StandardCharsets.UTF_8));
        stdin.flush();
        passwordSent = true;
    }

    /** What sudo and the start-up files have written so far, for a message. */
    private String said() {
        String text = new String(heard.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return request.password()
                .map(Secret::reveal)
                .filter(secret -> !secret.isEmpty())
                .map(secret -> text.replace(secret, "<hidden>"))
                .orElse(text);
    }

    /** The output ended before the command ran. */
    private static final class Ended extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The command's channel, without what came before it. */
    private record SudoChannel(Channel inner, InputStream stdout, InputStream stderr) implements Channel {
        @Override
        public OutputStream stdin() {
            return inner.stdin();
        }

        @Override
        public CommandEnd waitFor(Duration timeLimit) throws TransportException {
            return inner.waitFor(timeLimit);
        }

        @Override
        public void close() {
            inner.close();
        }
    }
}
