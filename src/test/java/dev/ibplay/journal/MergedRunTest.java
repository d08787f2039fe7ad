package dev.ibplay.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MergedRunTest {
    private static final List<ShardRecord> THREE = List.of(
            ShardSamples.ended(1, 0, "sm1", "n1"),
            ShardSamples.ended(2, 4, "n2", "n4"),
            ShardSamples.ended(3, 0, "n3", "n5"));

    private static RecordedRun merged(List<ShardRecord> shards, int exitCode) {
        return MergedRun.of(shards, exitCode).orElseThrow();
    }

    @Test
    void hostsThatWereDealtOutInTurnAreCollectedInTurn() {
        RecordedRun run = merged(THREE, 4);

        assertThat(run.hosts()).containsExactly("sm1", "n2", "n3", "n1", "n4", "n5");
        assertThat(run.state()).isEqualTo(new RunState.Finished(4));
        assertThat(run.name()).isEqualTo(new RunName("20261130T110701-0001"));
    }

    @Test
    void aHostCountsForTheShardThatMayChangeIt() {
        RecordedRun run = merged(THREE, 4);

        assertThat(RecordedOutcomes.of(run))
                .containsEntry("sm1", HostStatus.CHANGED)
                .containsEntry("n5", HostStatus.CHANGED)
                .hasSize(7);
        // What the others saw of sm1 before the first shard changed it is left no more.
        assertThat(run.compared().orElseThrow().remaining()).isEmpty();
        assertThat(run.end().orElseThrow().recap()).isEqualTo(Map.of("changed", 6, "unreachable", 1));
    }

    @Test
    void ofHostsThatWereOnlyReadTheWorstCounts() {
        assertThat(merged(THREE, 4).hostEnds())
                .contains(new JournalEvent.HostEnded("sm2", "unreachable", List.of("refused")));
    }

    @Test
    void stepsAreNumberedAnewAndThoseOfOthersHostsAreLeftOut() {
        List<RecordedStep> steps = merged(THREE, 4).steps();

        assertThat(steps).extracting(step -> step.planned().number()).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(steps)
                .extracting(step -> step.planned().host())
                .containsExactly("sm1", "n1", "n2", "n4", "n3", "n5");
        assertThat(steps).allMatch(RecordedStep::isChanged);
        assertThat(merged(THREE, 4).plan().orElseThrow().steps())
                .isEqualTo(steps.stream().map(RecordedStep::planned).toList());
        assertThat(merged(THREE, 4).plan().orElseThrow().differences())
                .extracting(RecordedDifference::host)
                .containsExactly("sm1", "n1", "n2", "n4", "n3", "n5");
    }

    @Test
    void aLostShardLeavesItsStepInDoubtAndItsOtherHostsSkipped() {
        List<ShardRecord> shards =
                List.of(THREE.get(0), ShardSamples.lost(2, 1, "n2", "n4", "n6"), ShardSamples.missing(3));
        RecordedRun run = merged(shards, 3);

        assertThat(run.inDoubt()).extracting(step -> step.planned().host()).containsExactly("n4");
        assertThat(RecordedOutcomes.of(run))
                .containsEntry("n1", HostStatus.CHANGED)
                .containsEntry("n2", HostStatus.UNVERIFIED)
                .containsEntry("n4", HostStatus.FAILED)
                .containsEntry("n6", HostStatus.SKIPPED);
        assertThat(run.end().orElseThrow().stopped())
                .isEqualTo("shard 2 was lost: it gives no sign of life; shard 3 has never begun");
        assertThat(run.hostEnds())
                .contains(new JournalEvent.HostEnded(
                        "n6", "skipped", List.of("shard 2 was lost: it gives no sign of life")));
    }

    @Test
    void phasesAndBatchesOfAllShardsAreThere() {
        List<JournalEvent> events =
                merged(THREE, 4).events().stream().map(RecordedEvent::event).toList();

        assertThat(events)
                .contains(new JournalEvent.PhaseBegan("apply", 6))
                .contains(new JournalEvent.BatchBegan("a play, shard 1", 1, 2, List.of("sm1", "n1")))
                .contains(new JournalEvent.BatchEnded("a play, shard 3", 1, 2, List.of()));
        assertThat(events.getFirst()).isInstanceOf(JournalEvent.RunBegan.class);
        assertThat(events.getLast()).isInstanceOf(JournalEvent.RunEnded.class);
    }

    @Test
    void itsTimeIsFromTheFirstEventOfAnyShardToTheLast() {
        RecordedRun run = merged(THREE, 4);

        assertThat(run.beganAt()).isEqualTo(THREE.get(0).run().orElseThrow().beganAt());
        assertThat(run.lastAt())
                .contains(THREE.get(2).run().orElseThrow().lastAt().orElseThrow());
    }

    @Test
    void whereNoShardHasRecordedAnythingThereIsNoRun() {
        assertThat(MergedRun.of(List.of(ShardSamples.missing(1), ShardSamples.missing(2)), 3))
                .isEmpty();
    }

    @Test
    void shardsThatStoppedForOneReasonAreToldOfTogether() {
        assertThat(StoppedShards.words(List.of(
                        ShardSamples.missing(2), new ShardRecord(4, new ShardState.AtWork(), Optional.empty()))))
                .isEqualTo("shard 2 has never begun; shard 4 is still at work");
    }
}
