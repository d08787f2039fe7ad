package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HelperSessionTest {
    /** Of an outcome without fields: size, type, batch, index, kind. */
    private static final int DONE_FRAME_BYTES = 14;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path program;

    @BeforeEach
    void findProgram() {
        program = NativePrograms.require("dynamic");
    }

    private static Batch command(Duration limit, String... words) {
        return Batch.of(List.of(Operation.RunCommand.of(limit, words)));
    }

    private HostSession scripted(String script) throws IOException, TransportException {
        Path file = folder.resolve("scripted.sh");
        Files.writeString(file, "#!/bin/sh\necho $1$2 start\n" + script + "\n");
        Files.setAttribute(file, "unix:mode", 0755);
        return NativePrograms.open(ProcessConnection.plain(), file);
    }

    private static void assertRunFails(HostSession session, TransportException.Kind kind, String text) {
        assertThatThrownBy(() -> session.run(command(Duration.ofSeconds(5), "true"), Duration.ofSeconds(20)))
                .isInstanceOfSatisfying(
                        TransportException.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(text);
    }

    @Test
    void oneExecServesManyBatches() throws Exception {
        try (HostSession session = NativePrograms.open(ProcessConnection.plain(), program)) {
            for (int i = 0; i < 20; i++) {
                Operation cat = new Operation.RunCommand(List.of("cat"), Bytes.of(new byte[i]), Duration.ofSeconds(9));
                Outcome outcome = session.run(Batch.of(List.of(cat)), NativePrograms.LIMIT)
                        .getFirst();
                assertThat(((Outcome.CommandEnded) outcome).stdout().size()).isEqualTo(i);
            }
            assertThat(session.counts().execs()).isEqualTo(1);
            assertThat(session.counts().roundTrips()).isEqualTo(21);
        }
    }

    @Test
    void aBatchOverItsLimitTimesOut() throws Exception {
        try (HostSession session = NativePrograms.open(ProcessConnection.plain(), program)) {
            Batch slow = command(Duration.ofSeconds(100), "sleep", "100");
            assertThatThrownBy(() -> session.run(slow, Duration.ofMillis(300)))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            e -> assertThat(e.kind()).isEqualTo(TransportException.Kind.TIMED_OUT));
        }
    }

    @Test
    void nonsenseIsFarEndBroken() throws Exception {
        var broken = TransportException.Kind.FAR_END_BROKEN;
        try (HostSession session = scripted("printf '\\377\\377\\377\\377'; cat >/dev/null")) {
            assertRunFails(session, broken, "4294967295 bytes");
        }
        try (HostSession session = scripted("printf '\\0\\0\\0\\12O\\0\\0\\0\\1\\0\\0\\0\\0\\143'; cat >/dev/null")) {
            assertRunFails(session, broken, "kind 99");
        }
        try (HostSession session = scripted("printf '\\0\\0\\0\\12O\\0\\0\\0\\1\\0\\0\\0\\5\\7'; cat >/dev/null")) {
            assertRunFails(session, broken, "not the outcome 0 of batch 1");
        }
        try (HostSession session = scripted("echo 'out of luck' >&2; exit 9")) {
            assertRunFails(session, broken, "status 9; it said: out of luck");
        }
    }

    @Test
    void muchOnStandardErrorDoesNotStopTheFarEnd() throws Exception {
        try (HostSession session =
                scripted("head -c 1000000 /dev/zero >&2; echo last words >&2; exec " + program + " x y")) {
            // The second start line is not a frame: the point is that it arrives at all.
            assertRunFails(session, TransportException.Kind.FAR_END_BROKEN, "a frame of");
        }
    }

    @Test
    void closingEndsARunningCommand() throws Exception {
        Path started = folder.resolve("started");
        Files.createFile(started);
        HostSession session = NativePrograms.open(ProcessConnection.plain(), program);
        Thread owner = new Thread(() -> {
            try {
                session.run(
                        command(Duration.ofSeconds(100), "sh", "-c", "echo $$ >" + started + "; exec sleep 100"),
                        NativePrograms.LIMIT);
            } catch (TransportException expected) {
                // It is closed under its feet.
            }
        });
        owner.start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Files.size(started) < 2 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        long pid = Long.parseLong(Files.readString(started).strip());
        ProcessHandle sleeper = ProcessHandle.of(pid).orElseThrow();
        session.close();
        owner.join();
        assertThat(sleeper.onExit()
                        .completeOnTimeout(sleeper, 20, TimeUnit.SECONDS)
                        .get()
                        .isAlive())
                .isFalse();
    }

    /** Whenever the helper is killed, the file is the old or the new one, whole. */
    @Test
    void aKilledReplacementLeavesAWholeFile() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Bytes first = Bytes.of("first\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        Bytes second = Bytes.of("second\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        Path file = folder.resolve("partitions.conf");
        Files.write(file, first.toArray());
        for (int round = 0; round < 15; round++) {
            Bytes now = Bytes.of(Files.readAllBytes(file));
            assertThat(now).as("seed %d, round %d", seed, round).isIn(first, second);
            Bytes other = now.equals(first) ? second : first;
            Operation there = new Operation.ReplaceFile(file.toString(), Optional.of(now), other, 0644);
            Operation back = new Operation.ReplaceFile(file.toString(), Optional.of(other), now, 0644);
            byte[] frame = OperationEncoder.frame(
                    1,
                    Batch.of(Collections.nCopies(20, List.of(there, back)).stream()
                            .flatMap(List::stream)
                            .toList()));
            Process process = new ProcessBuilder(program.toString(), "a", "b").start();
            process.getOutputStream().write(frame);
            process.getOutputStream().flush();
            process.getInputStream().readNBytes("ab start\n".length() + random.nextInt(40 * DONE_FRAME_BYTES));
            process.destroyForcibly().waitFor();
        }
    }

    /** What the helper does with frames that this program never sends: it refuses, and ends with its own status. */
    @Test
    void malformedFramesAreRefused() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 40; i++) {
            byte[] body = new byte[1 + random.nextInt(40)];
            random.nextBytes(body);
            // Never a batch that could be carried out.
            body[0] = (byte) (body[0] == 'B' ? 'b' : body[0]);
            byte[] frame = new FrameWriter().bytes(body).toArray();
            int sent = i % 3 == 0 ? 1 + random.nextInt(frame.length - 1) : frame.length;
            assertThat(refusal(frame, sent)).as("seed %d, round %d", seed, i).isEqualTo(2);
        }
        assertThat(refusal(new byte[] {0, 0, 0, 0}, 4)).isEqualTo(2);
        assertThat(refusal(new byte[] {-1, 0, 0, 0}, 4)).isEqualTo(2);
        assertThat(refusal(new byte[0], 0)).isZero();
    }

    private int refusal(byte[] frame, int sent) throws Exception {
        Process process = new ProcessBuilder(program.toString(), "a", "b").start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(frame, 0, sent);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(output).startsWith("ab start\n");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        if (process.exitValue() != 0) {
            assertThat(output.charAt("ab start\n".length() + 4)).isEqualTo('E');
        }
        return process.exitValue();
    }
}
