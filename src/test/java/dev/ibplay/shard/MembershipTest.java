package dev.ibplay.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.journal.ShardState;
import dev.ibplay.playbook.Shard;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who lives, on a clock that the test moves; beats come when the test says so. */
class MembershipTest {
    private static final BeatTiming TIMING = new BeatTiming(Duration.ofHours(1), Duration.ofSeconds(90));

    @TempDir
    private Path temporary = Path.of("set by JUnit");

    private final AtomicLong clock = new AtomicLong();

    private JobFolder folder() throws Exception {
        JobFolder folder = new JobFolder(temporary.resolve("jobs").resolve("7"));
        folder.make();
        return folder;
    }

    private Membership join(JobFolder folder, int number) throws Exception {
        return Membership.join(folder, new Shard(number, 2), TIMING, clock::get);
    }

    private void pass(int seconds) {
        clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aShardIsJoinedOnce() throws Exception {
        JobFolder folder = folder();
        try (Membership first = join(folder, 1)) {
            assertThat(first.shard()).isEqualTo(new Shard(1, 2));
            assertThatThrownBy(() -> join(folder, 1)).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThatThrownBy(() -> join(folder, 1))
                .as("also when it has ended")
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void lostIsWhoseBeatStandsStillWhileSomebodyLooks() throws Exception {
        JobFolder folder = folder();
        try (Membership first = join(folder, 1)) {
            assertThat(first.of(2)).isEqualTo(new ShardState.NotBegun());
            try (Membership second = join(folder, 2)) {
                pass(1000);
                assertThat(first.of(2)).as("never looked before").isEqualTo(new ShardState.AtWork());
                pass(89);
                assertThat(first.of(2)).isEqualTo(new ShardState.AtWork());
                second.beat(1);
                pass(89);
                assertThat(first.of(2)).isEqualTo(new ShardState.AtWork());
                pass(91);
                assertThat(first.of(2)).isEqualTo(new ShardState.Lost());
                second.beat(2);
                assertThat(first.of(2)).as("it is seen again").isEqualTo(new ShardState.AtWork());
                second.ended(3);
                assertThat(first.of(2)).isEqualTo(new ShardState.Ended(3));
            }
        }
    }

    @Test
    void aShardKnowsThatTheOthersMayHaveGivenItUp() throws Exception {
        JobFolder folder = folder();
        try (Membership second = join(folder, 2)) {
            pass(44);
            assertThat(second.isGivenUp()).isFalse();
            pass(2);
            assertThat(second.isGivenUp()).as("before they do").isTrue();
            second.beat(1);
            assertThat(second.isGivenUp()).isFalse();
            Files.move(folder.path(), folder.path().resolveSibling("away"));
            pass(46);
            second.beat(2);
            assertThat(second.isGivenUp()).as("the folder is gone").isTrue();
        }
    }

    @Test
    void othersSeeThatTheFirstIsGone() throws Exception {
        JobFolder folder = folder();
        try (Membership first = join(folder, 1);
                Membership second = join(folder, 2)) {
            second.beat(1);
            assertThat(second.isFirstGone()).isFalse();
            pass(91);
            second.beat(2);
            assertThat(second.isFirstGone()).as("lost").isTrue();
            first.beat(1);
            second.beat(3);
            assertThat(second.isFirstGone()).isFalse();
            first.ended(0);
            second.beat(4);
            assertThat(second.isFirstGone()).as("ended").isTrue();
        }
    }

    @Test
    void timesFollowThePaceOfALabWithinReason() {
        assertThat(BeatTiming.at(1)).isEqualTo(BeatTiming.DEFAULT);
        assertThat(BeatTiming.at(3).lost()).isEqualTo(Duration.ofSeconds(30));
        assertThat(BeatTiming.at(100).lost()).isEqualTo(Duration.ofSeconds(20));
        assertThat(BeatTiming.at(100).every()).isLessThan(Duration.ofSeconds(2));
    }
}
