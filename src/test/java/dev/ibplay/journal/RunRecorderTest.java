package dev.ibplay.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
    private final List<JournalEvent> events = new ArrayList<>();
    private int room = Integer.MAX_VALUE;
    private final RunRecorder recorder = new RunRecorder(event -> {
        if (events.size() >= room) {
            throw new IOException("No space left on device");
        }
        events.add(event);
    });

    @Test
    void stepsHaveTheirNumbersInThePlan() {
        recorder.planned(JournalSamples.plan());
        events.clear();
        recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
        recorder.on(new RunEvent.StepEnded(JournalSamples.SET, "changed", ""));

        assertThat(events)
                .containsExactly(
                        new JournalEvent.StepBegan(2, "n1", "set ipoib ib0 mtu 4092"),
                        new JournalEvent.StepEnded(2, "n1", "set ipoib ib0 mtu 4092", "changed", ""));
    }

    @Test
    void aHostThatIsLostLeavesItsStepInDoubt() {
        recorder.planned(JournalSamples.plan());
        recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
        events.clear();
        recorder.on(JournalSamples.lost("n1"));
        recorder.on(JournalSamples.lost("sm1"));

        assertThat(events)
                .containsExactly(
                        new JournalEvent.StepEnded(
                                2, "n1", "set ipoib ib0 mtu 4092", "in-doubt", "the connection broke"),
                        new JournalEvent.HostFailed("n1", "IB601", "the connection broke"),
                        new JournalEvent.HostFailed("sm1", "IB601", "the connection broke"));
    }

    @Test
    void theEnd() {
        recorder.ended(JournalSamples.record(), 4);

        assertThat(events)
                .containsExactly(
                        new JournalEvent.Compared(
                                JournalSamples.plan().differences().stream()
                                        .map(RecordedDifference::of)
                                        .toList(),
                                List.of(),
                                List.of()),
                        new JournalEvent.HostEnded("sm1", "changed", List.of()),
                        new JournalEvent.HostEnded("n1", "unreachable", List.of("the connection broke")),
                        new JournalEvent.RunEnded(
                                4, Map.of("changed", 1, "unreachable", 1), 1, "the only host of a batch failed"));
    }

    @Test
    void afterAFailureNothingIsDurable() {
        room = 1;

        assertThat(recorder.on(new RunEvent.PhaseBegan("apply", 1))).isTrue();
        assertThat(recorder.failure()).isEmpty();
        assertThat(recorder.on(new RunEvent.StepBegan(JournalSamples.SET))).isFalse();
        assertThat(recorder.failure()).contains("No space left on device");
        room = 9;
        assertThat(recorder.on(new RunEvent.Stopped("x"))).isFalse();
        assertThat(events).hasSize(1);
    }
}
