package dev.ibplay.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.TransportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalConnectionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void runsACommandWithItsThreeStreams() throws IOException, TransportException {
        try (LocalConnection connection = LocalConnection.of("localhost");
                Channel channel = connection.start("cat; echo \"two  words\" >&2; exit 4")) {
            channel.stdin().write(new byte[] {0, (byte) 0xff, 10});
            channel.stdin().close();
            assertThat(channel.stdout().readAllBytes()).containsExactly(0, 0xff, 10);
            assertThat(channel.stderr().readAllBytes()).asString().isEqualTo("two  words\n");
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(4));
            assertThat(connection.isLocal()).isTrue();
        }
    }

    @Test
    void hasOnlyTheGivenEnvironment() throws IOException, TransportException {
        Map<String, String> environment = Map.of("PATH", System.getenv("PATH"), "COLOUR", "green");
        try (LocalConnection connection = new LocalConnection("localhost", environment);
                Channel channel = connection.start("echo $COLOUR$HOME")) {
            assertThat(channel.stdout().readAllBytes()).asString().isEqualTo("green\n");
        }
    }

    @Test
    void closingKillsTheWholeGroup() throws IOException, TransportException {
        long child;
        LocalConnection connection = LocalConnection.of("localhost");
        Channel channel = connection.start("sleep 600 & echo $!; wait");
        BufferedReader out = new BufferedReader(new InputStreamReader(channel.stdout(), StandardCharsets.UTF_8));
        child = Long.parseLong(out.readLine());
        connection.close();
        ProcessHandle.of(child).ifPresent(p -> assertThat(p.onExit()).succeedsWithin(LIMIT));
    }

    @Test
    void aCommandThatTakesTooLongIsKilled() throws TransportException {
        try (LocalConnection connection = LocalConnection.of("localhost");
                Channel channel = connection.start("exec sleep 600")) {
            assertThat(channel.waitFor(Duration.ofMillis(50))).isEqualTo(new CommandEnd.TimedOut());
        }
    }

    @Test
    void endingTheInputOfACommandThatHasEndedIsNoError() throws IOException, TransportException {
        try (LocalConnection connection = LocalConnection.of("localhost");
                Channel channel = connection.start("exit 0")) {
            assertThat(channel.waitFor(LIMIT)).isEqualTo(new CommandEnd.Exited(0));
            channel.stdin().close();
        }
    }
}
