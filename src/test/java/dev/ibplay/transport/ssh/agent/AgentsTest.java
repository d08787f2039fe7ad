package dev.ibplay.transport.ssh.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that are not there, dead, silent, or no agents. */
class AgentsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final AtomicInteger asked = new AtomicInteger();

    private ServerSocketChannel listen(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    /** Gives everybody the same answer. */
    private ServerSocketChannel answering(Path socket, byte... answer) throws IOException {
        ServerSocketChannel server = listen(socket);
        Thread.ofPlatform().daemon().start(() -> {
            while (server.isOpen()) {
                try (SocketChannel client = server.accept()) {
                    asked.incrementAndGet();
                    client.read(ByteBuffer.allocate(5));
                    client.write(ByteBuffer.wrap(answer));
                } catch (IOException ended) {
                    // so has the test
                }
            }
        });
        return server;
    }

    private static void assertUnavailable(AgentAnswer answer, String reason) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        AgentAnswer.Unavailable.class,
                        unavailable -> assertThat(unavailable.reason()).contains(reason));
    }

    @Test
    void oneThatIsNotThereOrDeadIsNamed() throws IOException {
        Path socket = folder.resolve("agent");
        assertUnavailable(new Agents().ask(socket), "is not there");
        listen(socket).close();
        assertThat(Files.exists(socket)).isTrue();
        assertUnavailable(new Agents().ask(socket), "is dead");
    }

    @Test
    void oneThatIsSilentHasALimit() throws IOException {
        Path socket = folder.resolve("agent");
        try (ServerSocketChannel silent = listen(socket)) {
            assertThat(silent.isOpen()).isTrue();
            assertUnavailable(new Agents(Duration.ofMillis(200)).ask(socket), "did not answer within");
        }
    }

    @Test
    void oneThatSpeaksNonsenseIsNamed() throws IOException {
        try (ServerSocketChannel failure = answering(folder.resolve("failure"), new byte[] {0, 0, 0, 1, 5});
                ServerSocketChannel endless = answering(folder.resolve("endless"), new byte[] {127, 0, 0, 0});
                ServerSocketChannel cut =
                        answering(folder.resolve("cut"), new byte[] {0, 0, 0, 9, 12, 0, 0, 0, 1, 0, 0, 1, 0})) {
            assertThat(failure.isOpen() && endless.isOpen() && cut.isOpen()).isTrue();
            Agents agents = new Agents();
            assertUnavailable(agents.ask(folder.resolve("failure")), "cannot be asked");
            assertUnavailable(agents.ask(folder.resolve("endless")), "a message of 2130706432 bytes");
            assertUnavailable(agents.ask(folder.resolve("cut")), "");
        }
    }

    @Test
    void eachIsAskedOnceWhateverTheNumberOfHostsIs() throws IOException {
        Path socket = folder.resolve("agent");
        try (ServerSocketChannel empty = answering(socket, new byte[] {0, 0, 0, 5, 12, 0, 0, 0, 0})) {
            assertThat(empty.isOpen()).isTrue();
            Agents agents = new Agents(LIMIT);
            try (ExecutorService hosts = Executors.newFixedThreadPool(8)) {
                for (int i = 0; i < 100; i++) {
                    hosts.execute(() -> agents.ask(socket));
                }
            }
            assertThat(agents.ask(socket))
                    .isInstanceOfSatisfying(
                            AgentAnswer.Keys.class,
                            keys -> assertThat(keys.keys()).isEmpty());
        }
        assertThat(asked).hasValue(1);
    }
}
