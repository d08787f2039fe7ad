package dev.ibplay.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.TransportException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StepExecutorAwaitTest {
    private static final int STANDBY = 2;
    private static final int MASTER = 3;
    private static final Operation QUERY = Operation.ReadFile.of("/the/question");
    private static final Batch ASKS = Batch.of(List.of(QUERY));

    private final ScriptedSession session = new ScriptedSession();
    private final ManualClock clock = new ManualClock();

    private static Step.Await master(int stable, int limit) {
        return new Step.Await(
                "sm1",
                "sm1 is master",
                List.of(new Step.Awaited(
                        "the subnet manager of sm1",
                        QUERY,
                        new Expectation.SubnetManagerIs(Optional.of(SmState.MASTER), Optional.empty()))),
                Duration.ofSeconds(stable),
                Duration.ofSeconds(limit));
    }

    private StepExecutorAwaitTest answers(int state, int... activities) {
        for (int activity : activities) {
            byte[] data = new byte[64];
            ByteBuffer.wrap(data).putInt(16, activity).put(20, (byte) state);
            session.on(ASKS, new Outcome.AttributeRead(Bytes.of(data)));
        }
        return this;
    }

    private StepResult run(Step step) throws TransportException {
        StepResult result = new StepExecutor(session, ScriptedSession.NO_RECONNECTION, clock).run(step);
        session.isUsedUp();
        return result;
    }

    @Test
    void oneGoodAnswerIsEnoughWithoutAStableWindow() throws TransportException {
        answers(MASTER, 1);
        assertThat(run(master(0, 30))).isEqualTo(new StepResult.Ok());
        assertThat(clock.elapsed()).isZero();
    }

    @Test
    void waitsUntilTheAnswerIsRight() throws TransportException {
        answers(STANDBY, 1, 1).answers(MASTER, 5);
        assertThat(run(master(0, 30))).isEqualTo(new StepResult.Ok());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void theAnswerMustStaySo() throws TransportException {
        answers(MASTER, 1, 2, 3);
        assertThat(run(master(2, 30))).isEqualTo(new StepResult.Ok());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void flappingAnswersStartTheWindowAnew() throws TransportException {
        answers(MASTER, 1, 2).answers(STANDBY, 2).answers(MASTER, 3, 4, 5);
        assertThat(run(master(2, 30))).isEqualTo(new StepResult.Ok());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aMasterThatDoesNotCountUpDoesNotWork() throws TransportException {
        answers(MASTER, 7, 7, 7, 8);
        assertThat(run(master(2, 30))).isEqualTo(new StepResult.Ok());
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aMasterThatHangsFailsAtTheLimit() throws TransportException {
        answers(MASTER, 7, 7, 7, 7);
        assertThat(run(master(1, 3)))
                .isEqualTo(new StepResult.Failed("sm1 is master: not so after 3 s: it does not stay so", false));
    }

    @Test
    void theLimitNamesWhatIsWrong() throws TransportException {
        answers(STANDBY, 1, 1, 1);
        assertThat(run(master(0, 2)))
                .isEqualTo(new StepResult.Failed(
                        "sm1 is master: not so after 2 s: the subnet manager of sm1: its state is STANDBY", false));
    }

    @Test
    void anInterruptionEndsTheWait() throws TransportException {
        clock.stoppingAfter(Duration.ofSeconds(1));
        answers(STANDBY, 1, 1);
        assertThat(run(master(0, 30)))
                .isEqualTo(new StepResult.Interrupted("interrupted while waiting: sm1 is master"));
    }

    @Test
    void silenceIsAComplaint() throws TransportException {
        session.on(ASKS, new Outcome.NoAnswer());
        assertThat(run(master(0, 0)))
                .isEqualTo(new StepResult.Failed(
                        "sm1 is master: not so after 0 s: the subnet manager of sm1: it does not answer", false));
    }
}
