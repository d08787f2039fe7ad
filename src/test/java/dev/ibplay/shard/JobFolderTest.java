package dev.ibplay.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Elsewhere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFolderTest {
    private static final Elsewhere FOUND = new Elsewhere(
            Set.of("n7"), Set.of(new PortGuid(0x11), new PortGuid(-1)), Map.of(new PortGuid(0x12), "esx \"3\"\n"));

    @TempDir
    private Path temporary = Path.of("set by JUnit");

    private JobFolder folder = new JobFolder(Path.of("set before each test"));

    @BeforeEach
    void make() throws Exception {
        folder = new JobFolder(temporary);
        folder.begin(3);
    }

    private static JobDescription job(int shards, String command, String hosts) {
        return new JobDescription(
                shards, command, "1.0", "2026-12-02T04:00:00Z", List.of("site.yml"), "ab", Map.of("the hosts", hosts));
    }

    @Test
    void allPostsAreReadAsTheyWereWritten() throws Exception {
        List<Post> posts = List.of(
                new Post.Found(FOUND),
                new Post.Known(FOUND),
                new Post.Planned(List.of("sm1: restart opensm", "sm1: \"wait\""), "IB601: no"),
                new Post.Agreed(""),
                new Post.Locked(),
                new Post.Shrunk(),
                new Post.FabricDone(),
                new Post.Stopped("any_errors_fatal: ü"));
        assertThat(posts).extracting(Post::name).doesNotHaveDuplicates().hasSameSizeAs(Post.NAMES.keySet());
        for (Post post : posts) {
            assertThat(folder.post(3, post.name())).isEmpty();
            folder.post(3, post);
            assertThat(folder.post(3, post.name())).contains(post);
        }
    }

    @Test
    void whatIsNoPostIsNone() throws Exception {
        Path found = folder.of(3).resolve("posts").resolve("found");
        for (String text : List.of("", "{", "[]", "{\"post\":\"other\"}", "{\"post\":\"found\",\"used\":[\"0x0\"]}")) {
            Files.writeString(found, text);
            assertThat(folder.post(3, "found")).as(text).isEmpty();
        }
    }

    @Test
    void onlyTheFirstDescriptionStands() throws Exception {
        assertThat(folder.job()).isEmpty();
        ExecutorService all = Executors.newFixedThreadPool(8);
        try {
            List<Callable<JobDescription>> shards = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String hosts = "hosts " + i;
                shards.add(() -> folder.agreeOn(job(40, "apply", hosts)));
            }
            Set<JobDescription> agreed = new HashSet<>();
            for (Future<JobDescription> each : all.invokeAll(shards, 1, TimeUnit.MINUTES)) {
                agreed.add(each.get());
            }
            assertThat(agreed).containsExactly(folder.job().orElseThrow());
        } finally {
            all.shutdownNow();
        }
        try (var names = Files.list(temporary)) {
            assertThat(names.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("3", "job.json");
        }
    }

    @Test
    void differencesAreNamed() throws Exception {
        JobDescription holds = folder.agreeOn(job(4, "apply", "aa"));
        assertThat(holds.differences(job(4, "apply", "aa"))).isEmpty();
        assertThat(holds.differences(job(5, "check", "bb")))
                .containsExactly("the number of shards (5, not 4)", "the command (check, not apply)", "the hosts");
    }

    @Test
    void aFileThatIsNoDescriptionIsAnError() throws Exception {
        Files.writeString(temporary.resolve("job.json"), "{\"format\": 2}");
        assertThatThrownBy(() -> folder.agreeOn(job(4, "apply", "aa")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("job.json");
    }

    @Test
    void theEndIsANumber() throws Exception {
        assertThat(folder.ended(3)).isEmpty();
        folder.end(3, 130);
        assertThat(folder.ended(3)).hasValue(130);
        Files.writeString(folder.of(3).resolve("ended"), "soon");
        assertThat(folder.ended(3)).isEmpty();
    }

    @Test
    void theFirstFatalEndStands() throws Exception {
        assertThat(folder.fatal()).isEmpty();
        folder.fatal(new Post.Stopped("shard 2"));
        folder.fatal(new Post.Stopped("shard 3"));
        assertThat(folder.fatal()).contains(new Post.Stopped("shard 2"));
    }
}
