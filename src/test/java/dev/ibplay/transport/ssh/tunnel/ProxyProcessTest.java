package dev.ibplay.transport.ssh.tunnel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProxyProcessTest {
    private static final String GREETING = "SSH-2.0-client\r\n";

    /**
     * A write that fails closes the connection, and the process with it: its status has to be known by then, and what it said is
     * still to be read. Many at once, so that who reads is behind in some.
     */
    @Test
    void whyItEndedIsKnownWhenAWriteFails() throws InterruptedException, ExecutionException {
        List<Future<Optional<String>>> troubles;
        try (ExecutorService eight = Executors.newFixedThreadPool(8)) {
            troubles = eight.invokeAll(Collections.nCopies(100, () -> troubleOf("exec <&-; echo no way >&2; exit 4")));
        }
        for (Future<Optional<String>> trouble : troubles) {
            assertThat(trouble.get()).contains("the proxy command ended with status 4: no way");
        }
    }

    /** As ssh with ControlPersist leaves one behind. */
    @Test
    @Timeout(15)
    void aChildThatHoldsStandardErrorOpenIsNotWaitedFor() throws IOException {
        assertThat(troubleOf("(setsid sleep 20 </dev/null >&2 &); exec <&-; echo no way >&2; exit 4"))
                .contains("the proxy command ended with status 4: no way");
    }

    private static Optional<String> troubleOf(String script) throws IOException {
        ProxyProcess process = ProxyProcess.start("/bin/sh", "sh -c '" + script + "'");
        process.start(new Ignoring());
        while (isWritten(process)) {
            // until it has closed its input
        }
        process.close();
        return process.trouble();
    }

    @Test
    void ofOneThatWasClosedNoTroubleIsKnown() throws IOException {
        ProxyProcess process = ProxyProcess.start("/bin/sh", "cat >/dev/null");
        process.start(new Ignoring());
        assertThat(isWritten(process)).isTrue();
        process.close();
        assertThat(process.trouble()).isEmpty();
    }

    private static boolean isWritten(ProxyProcess process) {
        try {
            IoWriteFuture write = process.write(new ByteArrayBuffer(GREETING.getBytes(StandardCharsets.US_ASCII)));
            return write.await() && write.isWritten();
        } catch (IOException ended) {
            return false;
        }
    }

    private static final class Ignoring implements Tunnel.Receiver {
        @Override
        public void received(byte[] data) {
            // what it says is of no interest here
        }

        @Override
        public void ended() {
            // told by its trouble
        }
    }
}
