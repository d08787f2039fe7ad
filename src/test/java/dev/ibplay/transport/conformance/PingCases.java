package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation.Ping;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.List;

/** Echo requests to this machine itself. A shell whose host has no ping that forbids fragments says ENOSYS. */
final class PingCases {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private PingCases() {}

    static List<ConformanceCase> all() {
        return List.of(
                ConformanceCase.of("a ping of any size is answered", PingCases::answered),
                ConformanceCase.of("a ping that nobody answers is NoAnswer", PingCases::unanswered),
                ConformanceCase.of("a ping that cannot be sent fails", PingCases::impossible));
    }

    private static Outcome ask(Scene scene, Ping ping) throws Exception {
        Outcome outcome = scene.ask(ping);
        boolean cannot = outcome instanceof Outcome.OperationFailed failed
                && failed.errno().equals("ENOSYS");
        Scene.applicable(!cannot, "no ping that forbids fragments");
        return outcome;
    }

    private static void answered(Scene scene) throws Exception {
        scene.requireRoot("raw sockets");
        for (int bytes : List.of(28, 1500, 4092, 65_000, 65_535)) {
            assertThat(ask(scene, new Ping("lo", "127.0.0.1", bytes, 2, LIMIT)))
                    .as("%d bytes", bytes)
                    .isEqualTo(new Outcome.Done());
        }
        assertThat(ask(scene, new Ping("", "127.0.0.1", 2044, 1, LIMIT))).isEqualTo(new Outcome.Done());
    }

    private static void unanswered(Scene scene) throws Exception {
        scene.requireRoot("raw sockets");
        // TEST-NET-1 (RFC 5737), sent to nobody but this machine, which is not it.
        assertThat(ask(scene, new Ping("lo", "192.0.2.1", 100, 2, Duration.ofMillis(200))))
                .isEqualTo(new Outcome.NoAnswer());
    }

    private static void impossible(Scene scene) throws Exception {
        scene.assertFails(new Ping("", "name.invalid", 100, 1, LIMIT), "EINVAL", "ENOSYS");
        scene.assertFails(new Ping("", "127.0.0.1", 27, 1, LIMIT), "EINVAL", "ENOSYS");
        scene.assertFails(new Ping("", "127.0.0.1", 65_536, 1, LIMIT), "EINVAL", "ENOSYS");
        scene.assertFails(new Ping("", "::1", 47, 1, LIMIT), "EINVAL", "ENOSYS");
        scene.assertFails(new Ping("ib77", "127.0.0.1", 100, 1, LIMIT), "ENODEV", "EPERM", "ENOSYS");
    }
}
