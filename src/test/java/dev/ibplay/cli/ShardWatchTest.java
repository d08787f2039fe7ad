package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.ShardState;
import dev.ibplay.shard.BeatTiming;
import dev.ibplay.shard.JobFolder;
import dev.ibplay.shard.Liveness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardWatchTest {
    private static final BeatTiming TIMING = new BeatTiming(Duration.ofSeconds(5), Duration.ofSeconds(90));
    private static final Duration BEGIN = Duration.ofMinutes(10);

    @TempDir
    private Path folder;

    private final List<String> said = new ArrayList<>();
    /** Whole seconds of the test's own clock. */
    private int now;

    private IntConsumer world = second -> {};

    @BeforeEach
    void noTimeHasPassed() {
        now = 0;
    }

    /** Each pause is a second in which the world goes on. */
    private ShardWatch watch() {
        var job = new JobFolder(folder);
        return new ShardWatch(
                job,
                new Liveness(job, TIMING, this::nanos),
                BEGIN,
                this::nanos,
                () -> {
                    now++;
                    assertThat(now).as("seconds: no wait is without a limit").isLessThan(3600);
                    world.accept(now);
                },
                said::add);
    }

    private long nanos() {
        return Duration.ofSeconds(now).toNanos();
    }

    private void write(String file, String text) {
        try {
            Path path = folder.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Test
    void whatHasEndedIsKnownAtOnce() throws IOException {
        write("1/ended", "0\n");
        write("2/ended", "130\n");

        assertThat(watch().states(3, false))
                .isEqualTo(
                        Map.of(1, new ShardState.Ended(0), 2, new ShardState.Ended(130), 3, new ShardState.NotBegun()));
        assertThat(now).isZero();
    }

    @Test
    void oneWhoseBeatChangesIsAtWork() throws IOException {
        write("1/beat", "7\n");
        world = second -> write("1/beat", 7 + second / 5 + "\n");

        assertThat(watch().states(1, false)).containsEntry(1, new ShardState.AtWork());
        assertThat(now).isEqualTo(5);
    }

    @Test
    void oneWhoseBeatStandsStillIsLostButNotBeforeItsTime() throws IOException {
        write("1/beat", "7\n");

        assertThat(watch().states(1, false)).containsEntry(1, new ShardState.Lost());
        assertThat(now).isBetween(90, 92);
        assertThat(said).contains("waits for shard 1");
    }

    @Test
    void whoWaitsSeesTheEndOfAll() throws IOException {
        write("1/beat", "0\n");
        world = second -> {
            write("1/beat", second / 5 + "\n");
            if (second == 200) {
                write("2/beat", "0\n");
            }
            if (second == 210) {
                write("2/ended", "4\n");
            }
            if (second == 300) {
                write("1/ended", "0\n");
            }
        };

        assertThat(watch().states(2, true)).isEqualTo(Map.of(1, new ShardState.Ended(0), 2, new ShardState.Ended(4)));
        assertThat(now).isEqualTo(300);
        assertThat(said).contains("waits for shards 1, 2").contains("waits for shard 1");
    }

    @Test
    void whoWaitsDoesNotWaitForeverForOneThatDoesNotBegin() throws IOException {
        write("1/ended", "3\n");

        assertThat(watch().states(2, true)).containsEntry(2, new ShardState.NotBegun());
        assertThat(now).isEqualTo((int) BEGIN.toSeconds());
    }

    @Test
    void aJobThatHasNotBegunIsWaitedForWithALimit() throws IOException {
        assertThat(watch().job(false)).isEmpty();
        assertThat(now).isZero();
        assertThat(watch().job(true)).isEmpty();
        assertThat(now).isEqualTo((int) BEGIN.toSeconds());
        assertThat(said).containsExactly("waits for the first shard of a job in " + folder);
    }
}
