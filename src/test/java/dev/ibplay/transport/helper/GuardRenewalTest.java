package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Renewals in the very moment in which a guard looks at its clock: one that was granted holds. */
class GuardRenewalTest {
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int GUARDS = 15;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static Outcome ask(HostSession session, Operation operation) throws Exception {
        return session.run(Batch.of(List.of(operation)), NativePrograms.LIMIT).getFirst();
    }

    private static double seconds(Path file) throws IOException {
        return Double.parseDouble(Files.readString(file).strip().split(" ", -1)[0]);
    }

    private static void awaitUptime(double wanted) throws IOException {
        while (seconds(Path.of("/proc/uptime")) < wanted) {
            Thread.onSpinWait();
        }
    }

    private String state(int guard) throws IOException {
        return Files.readString(folder.resolve(guard + "/state")).strip();
    }

    @Test
    void aGrantedRenewalHolds() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Outcome[] answers = new Outcome[GUARDS];
        try (HostSession session = NativePrograms.open(ProcessConnection.plain(), NativePrograms.require("dynamic"))) {
            for (int i = 0; i < GUARDS; i++) {
                String guard = folder.resolve("" + i).toString();
                assertThat(ask(session, new Operation.ArmGuard(guard, Bytes.EMPTY, SHORT, List.of(), List.of())))
                        .isEqualTo(new Outcome.Done());
                awaitUptime(seconds(folder.resolve(i + "/deadline")) - 0.03 + random.nextDouble() * 0.15);
                answers[i] = ask(session, new Operation.RenewGuard(guard, LONG));
            }
            awaitUptime(seconds(Path.of("/proc/uptime")) + 0.5);
            for (int i = 0; i < GUARDS; i++) {
                boolean granted = answers[i].equals(new Outcome.Done());
                assertThat(state(i))
                        .as("guard %d, seed %d: %s", i, seed, answers[i])
                        .isEqualTo(granted ? "armed" : "undone");
                if (granted) {
                    ask(session, new Operation.FireGuard(folder.resolve("" + i).toString()));
                }
            }
        }
    }
}
