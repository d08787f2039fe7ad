package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.conformance.FarEndConformance;
import dev.ibplay.transport.conformance.FarEndConformance.Candidate;
import dev.ibplay.transport.helper.NativePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A shell goes on with the helper's guards and respects its lock, and the other way round. */
class MixedFarEndsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @TestFactory
    List<DynamicContainer> helperAndShells() throws IOException {
        int uid = (int) Files.getAttribute(folder, "unix:uid");
        Path program = NativePrograms.require("dynamic");
        ProcessConnection alone = ProcessConnection.plain().withPrefix("setsid");
        Candidate helper = new Candidate("helper", uid, () -> NativePrograms.open(alone, program));
        return Arrays.stream(Shell.values())
                .map(shell -> new Candidate(shell.name(), uid, shell::open))
                .flatMap(shell -> Stream.of(
                        FarEndConformance.mixedTestsOf(helper, shell), FarEndConformance.mixedTestsOf(shell, helper)))
                .toList();
    }

    /** A stale lock that many take at the same moment goes to one of them, and the others are told of that one. */
    @Test
    void oneOfManyTakesAStaleLock() throws Exception {
        Path program = NativePrograms.require("dynamic");
        Path lock = folder.resolve("lock");
        List<HostSession> sessions = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            for (Shell shell : Shell.values()) {
                sessions.add(NativePrograms.open(ProcessConnection.plain(), program));
                sessions.add(shell.open());
            }
            for (int round = 0; round < 10; round++) {
                Files.writeString(lock, "run gone\npid 4194305\nstart " + round + "\nboot none\n");
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Outcome>> answers = new ArrayList<>();
                for (int i = 0; i < sessions.size(); i++) {
                    HostSession session = sessions.get(i);
                    Operation take = new Operation.TakeLock(lock.toString(), "r" + round + "-" + i, "session " + i);
                    answers.add(threads.submit(() -> {
                        start.await();
                        return session.run(Batch.of(List.of(take)), Shell.LIMIT).getFirst();
                    }));
                }
                start.countDown();
                int winner = -1;
                List<String> holders = new ArrayList<>();
                for (int i = 0; i < answers.size(); i++) {
                    Outcome answer = answers.get(i).get();
                    if (answer instanceof Outcome.Held held) {
                        holders.add(held.run());
                    } else {
                        assertThat(answer).isEqualTo(new Outcome.Done());
                        assertThat(winner).as("another one has taken it too").isEqualTo(-1);
                        winner = i;
                    }
                }
                assertThat(holders).hasSize(sessions.size() - 1).containsOnly("r" + round + "-" + winner);
            }
        } finally {
            sessions.forEach(HostSession::close);
        }
    }
}
