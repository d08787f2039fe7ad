package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.ssh.LoginTurns.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LoginTurnsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final LoginTurns turns = new LoginTurns();

    private static SshTarget target(int port) {
        return new SshTarget(
                "node01",
                "Node01",
                SshSettings.EMPTY.withPort(port),
                new HomeDirectory(Path.of("/nonexistent")),
                Optional.empty(),
                PassphraseSource.NONE);
    }

    private int once(int port, Outcome outcome) throws TransportException {
        LoginTurns.Turn turn = turns.take(target(port));
        turn.end(outcome);
        return turn.server().most();
    }

    @Test
    void aDropHalvesAndManyLoginsGiveBack() throws TransportException {
        assertThat(once(22, Outcome.TAKEN)).isEqualTo(8);
        assertThat(once(22, Outcome.DROPPED)).isEqualTo(4);
        assertThat(once(22, Outcome.DROPPED)).isEqualTo(2);
        assertThat(once(22, Outcome.DROPPED)).isEqualTo(1);
        assertThat(once(22, Outcome.DROPPED)).isEqualTo(1);
        assertThat(once(22, Outcome.NOT_REACHED)).isEqualTo(1);
        for (int i = 0; i < 9; i++) {
            assertThat(once(22, Outcome.TAKEN)).isEqualTo(1);
        }
        assertThat(once(22, Outcome.TAKEN)).isEqualTo(2);
        for (int i = 0; i < 1000; i++) {
            assertThat(once(22, Outcome.TAKEN)).isLessThanOrEqualTo(8);
        }
        assertThat(once(2222, Outcome.TAKEN)).as("another server").isEqualTo(8);
    }

    @Test
    void whoComesLaterWaitsUntilSomebodyLeaves() throws TransportException {
        once(22, Outcome.DROPPED);
        once(22, Outcome.DROPPED);
        once(22, Outcome.DROPPED);
        LoginTurns.Turn first = turns.take(target(22));
        CompletableFuture<LoginTurns.Turn> second = CompletableFuture.supplyAsync(() -> {
            try {
                return turns.take(target(22));
            } catch (TransportException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(turns.take(target(2222)).server().most()).isEqualTo(8);
        assertThat(second).isNotDone();
        first.end(Outcome.TAKEN);
        assertThat(second).succeedsWithin(LIMIT);
    }
}
