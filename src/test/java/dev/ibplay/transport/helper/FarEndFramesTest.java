package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What one end writes the other end reads, and nothing else. */
class FarEndFramesTest {
    private static final int ROUNDS = 300;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final RandomFrames random = new RandomFrames(new Random(seed));

    private static Batch received(byte[] frame) throws Exception {
        return FarEndFrames.read(new ByteArrayInputStream(frame)).orElseThrow().batch();
    }

    @Test
    void everyOperationArrivesAsItWasSent() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Batch batch = random.batch();
            var got = FarEndFrames.read(new ByteArrayInputStream(OperationEncoder.frame(i, batch)));
            assertThat(got).as("seed %d", seed).contains(new FarEndFrames.Received(i, batch));
        }
    }

    @Test
    void everyOutcomeArrivesAsItWasSent() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            Outcome outcome = random.outcome();
            byte[] frame = FarEndFrames.outcome(7, i, outcome);
            FrameReader in = new FrameReader(Arrays.copyOfRange(frame, 5, frame.length));
            assertThat(OutcomeDecoder.decode(in, 7, i)).as("seed %d", seed).isEqualTo(outcome);
        }
    }

    @Test
    void allKindsAreAmongTheRandomOnes() {
        List<Class<?>> operations = random.operations().stream()
                .<Class<?>>map(Object::getClass)
                .distinct()
                .toList();
        assertThat(operations).containsExactlyInAnyOrder(Operation.class.getPermittedSubclasses());
        List<Class<?>> outcomes = random.outcomes().stream()
                .<Class<?>>map(Object::getClass)
                .distinct()
                .toList();
        assertThat(outcomes).containsExactlyInAnyOrder(Outcome.class.getPermittedSubclasses());
    }

    @Test
    void aFrameThatIsCutOffOrTooLongIsRefused() throws Exception {
        Batch batch = new Batch(random.operations(), true);
        byte[] frame = OperationEncoder.frame(1, batch);
        for (int cut = 5; cut < frame.length; cut += 1 + frame.length / 500) {
            byte[] body = Arrays.copyOfRange(frame, 4, cut);
            byte[] shorter = new FrameWriter().bytes(body).toArray();
            assertThatThrownBy(() -> received(shorter))
                    .as("seed %d, %d bytes", seed, cut)
                    .isInstanceOf(MalformedFrame.class);
        }
        byte[] body = Arrays.copyOfRange(frame, 4, frame.length + 1);
        assertThatThrownBy(() -> received(new FrameWriter().bytes(body).toArray()))
                .isInstanceOf(MalformedFrame.class);
        assertThatThrownBy(() -> received(Arrays.copyOf(frame, frame.length - 1)))
                .hasMessageContaining("input ended within a frame");
    }

    @Test
    void damagedFramesAreReadOrRefusedAndNothingElse() throws Exception {
        Random damage = new Random(seed);
        byte[] frame = OperationEncoder.frame(1, new Batch(random.operations(), true));
        for (int i = 0; i < 3000; i++) {
            byte[] damaged = frame.clone();
            damaged[4 + damage.nextInt(frame.length - 4)] = (byte) damage.nextInt(256);
            try {
                assertThat(received(damaged).operations()).as("seed %d", seed).isNotEmpty();
            } catch (MalformedFrame refused) {
                assertThat(refused).as("seed %d", seed).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void guardsHoldOnlyWhatTheyMay() {
        FrameWriter read = new FrameWriter().u8(2).text("/x").u32(1);
        for (int list = 0; list < 2; list++) {
            FrameWriter arm =
                    new FrameWriter().u8(14).text("/g").bytes(Bytes.EMPTY).u32(1);
            arm.u32(list == 0 ? 1 : 0);
            arm = list == 0 ? arm.bytes(read.toArray()).u32(0) : arm.u32(1).bytes(read.toArray());
            byte[] frame = new FrameWriter()
                    .bytes(new FrameWriter()
                            .u8('B')
                            .u32(1)
                            .u8(0)
                            .u32(1)
                            .bytes(arm.toArray())
                            .toArray())
                    .toArray();
            assertThatThrownBy(() -> received(frame)).hasMessageContaining("operation 2 where it may not be");
        }
    }

    @Test
    void anEndBetweenFramesIsNone() throws Exception {
        assertThat(FarEndFrames.read(new ByteArrayInputStream(new byte[0]))).isEmpty();
        assertThatThrownBy(() -> FarEndFrames.read(new ByteArrayInputStream(new byte[] {0, 0, 0, 0})))
                .hasMessageContaining("forbidden size");
    }
}
