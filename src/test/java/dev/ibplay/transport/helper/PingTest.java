package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation.Ping;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The helper's pings where the largest packet is known: a loopback of its own. */
class PingTest {
    @Test
    void provesAnMtuToTheByte() throws Exception {
        Path program = NativePrograms.require("dynamic");
        Missing.unless("root".equals(System.getProperty("user.name")), "root");
        int unshared = new ProcessBuilder("unshare", "-n", "true").start().waitFor();
        Missing.unless(unshared == 0, "the right to make a network namespace");
        ProcessConnection apart = ProcessConnection.plain()
                .withPrefix("unshare", "-n", "sh", "-c", "ip link set lo up mtu 2044 && exec \"$@\"", "sh");
        try (HostSession session = NativePrograms.open(apart, program)) {
            for (String address : List.of("127.0.0.1", "::1")) {
                assertThat(session.run(Batch.of(List.of(ping(address, 2044))), NativePrograms.LIMIT))
                        .containsExactly(new Outcome.Done());
                assertThat(session.run(Batch.of(List.of(ping(address, 2045))), NativePrograms.LIMIT)
                                .getFirst())
                        .isInstanceOfSatisfying(
                                Outcome.OperationFailed.class,
                                failed -> assertThat(failed.errno()).isEqualTo("EMSGSIZE"));
            }
        }
    }

    private static Ping ping(String address, int bytes) {
        return new Ping("lo", address, bytes, 3, Duration.ofSeconds(5));
    }
}
