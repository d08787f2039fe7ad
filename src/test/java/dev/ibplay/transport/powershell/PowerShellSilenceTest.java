package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Hosts that do not answer, or not to the end. */
class PowerShellSilenceTest {
    private final AtomicBoolean closed = new AtomicBoolean();

    private Connection host(InputStream stdout) {
        return new Connection() {
            @Override
            public Channel start(String commandLine) {
                return channel(stdout);
            }

            @Override
            public boolean isLocal() {
                return true;
            }

            @Override
            public void close() {}
        };
    }

    private Channel channel(InputStream stdout) {
        return new Channel() {
            @Override
            public OutputStream stdin() {
                return OutputStream.nullOutputStream();
            }

            @Override
            public InputStream stdout() {
                return stdout;
            }

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
                closed.set(true);
            }
        };
    }

    private TransportException failure(InputStream stdout) {
        PowerShellSession session = PowerShellSession.open("win1", host(stdout));
        Batch batch = Batch.of(List.of(Operation.ReadFile.of("C:\\x")));
        TransportException failure =
                catchThrowableOfType(TransportException.class, () -> session.run(batch, Duration.ofMillis(300)));
        assertThat(closed).isTrue();
        assertThat(failure.host()).isEqualTo("win1");
        return failure;
    }

    @Test
    void whoSaysNothingHasATimeLimit() throws IOException {
        try (var open = new PipedOutputStream();
                var silent = new PipedInputStream(open)) {
            assertThat(failure(silent).kind()).isEqualTo(TransportException.Kind.TIMED_OUT);
        }
    }

    @Test
    void aConnectionThatBreaksIsLost() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                throw new IOException("reset");
            }
        };
        assertThat(failure(broken).kind()).isEqualTo(TransportException.Kind.CONNECTION_LOST);
    }

    @Test
    void anEndWithoutAWordIsBroken() {
        assertThat(failure(InputStream.nullInputStream()))
                .hasMessageContaining("ended with status 0 before it answered and said nothing")
                .extracting(TransportException::kind)
                .isEqualTo(TransportException.Kind.FAR_END_BROKEN);
    }
}
