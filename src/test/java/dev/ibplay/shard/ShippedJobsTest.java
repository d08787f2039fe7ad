package dev.ibplay.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The jobs for Slurm and Kubernetes in {@code src/shards}: what they ask for, and which command each shard becomes. */
class ShippedJobsTest {
    private static final Path SHARDS = Path.of("src", "shards");
    private static final Path MANIFEST = SHARDS.resolve("kubernetes").resolve("job.yaml");

    private record Came(int exitCode, List<String> lines) {}

    @TempDir
    private Path temp;

    /** An ibplay that only tells its words, a line each. */
    @BeforeEach
    void aProgramThatTellsItsWords() throws IOException {
        Path program = Files.createDirectory(temp.resolve("bin")).resolve("ibplay");
        Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Came run(Map<String, String> environment, List<String> words) throws Exception {
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM") || name.equals("IBPLAY_SHARDS"));
        builder.environment().put("PATH", temp.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("HOME", temp.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        try (InputStream out = process.getInputStream()) {
            List<String> lines = new String(out.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return new Came(process.exitValue(), lines);
        }
    }

    private Came task(String id, String min, String max, String count, String... words) throws Exception {
        List<String> line = new ArrayList<>(
                List.of("bash", SHARDS.resolve("slurm/ibplay.sbatch").toString()));
        line.addAll(List.of(words));
        return run(
                Map.of(
                        "SLURM_ARRAY_TASK_ID", id,
                        "SLURM_ARRAY_TASK_MIN", min,
                        "SLURM_ARRAY_TASK_MAX", max,
                        "SLURM_ARRAY_TASK_COUNT", count,
                        "SLURM_ARRAY_JOB_ID", "77"),
                line);
    }

    /** Whether a command line is one of ibplay's: with one option more that does not exist, so that nothing is done. */
    private static void isRight(List<String> words) {
        List<String> more = new ArrayList<>(words);
        more.add("--no-such-option");
        assertThat(CommandLineRun.of(more.toArray(String[]::new)).stderr())
                .startsWith("ibplay: Unknown option: '--no-such-option'");
    }

    @Test
    void aTaskOfTheArrayIsAShardOfTheJob() throws Exception {
        Came came = task("3", "1", "4", "4", "apply", "-i", "my hosts", "site.yml", "--yes");

        assertThat(came.lines())
                .containsExactly(
                        "apply",
                        "--shard",
                        "3/4",
                        "--shards",
                        temp.resolve("ibplay-shards/77").toString(),
                        "-i",
                        "my hosts",
                        "site.yml",
                        "--yes");
        assertThat(came.exitCode()).isZero();
        isRight(came.lines());
    }

    @Test
    void anArrayThatDoesNotCountFromOneIsRefused() throws Exception {
        assertThat(task("0", "0", "3", "4", "apply").lines())
                .containsExactly("ibplay.sbatch: the tasks are 0 to 3, 4 of them; shards count from 1: --array=1-N");
        assertThat(task("2", "2", "8", "4", "apply").exitCode()).isEqualTo(1);
        assertThat(task("1", "1", "4", "4").lines()).hasSize(1).allMatch(line -> line.contains("which command?"));
    }

    @Test
    void theMergingJobLooksWhereTheShardsMet() throws Exception {
        Came came = run(
                Map.of("IBPLAY_SHARDS", "/scratch/shards"),
                List.of("bash", SHARDS.resolve("slurm/ibplay-merge.sbatch").toString(), "77", "--html", "job.html"));

        assertThat(came.lines()).containsExactly("shards", "/scratch/shards/77", "--html", "job.html");
        isRight(came.lines());
    }

    private static List<Map<?, ?>> manifests() throws IOException {
        List<Map<?, ?>> all = new ArrayList<>();
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        yaml.loadAll(Files.readString(MANIFEST)).forEach(document -> all.add((Map<?, ?>) document));
        return all;
    }

    /** What stands at a path of keys and numbers of entries. */
    private static Object at(Object node, Object... path) {
        Object found = node;
        for (Object step : path) {
            found = step instanceof Integer index ? ((List<?>) found).get(index) : ((Map<?, ?>) found).get(step);
            Objects.requireNonNull(found, () -> Arrays.toString(path));
        }
        return found;
    }

    private static Object pod(Map<?, ?> job) {
        return at(job, "spec", "template", "spec");
    }

    private static Map<String, Object> environment(Map<?, ?> job) {
        Map<String, Object> environment = new LinkedHashMap<>();
        for (Object variable : (List<?>) at(pod(job), "containers", 0, "env")) {
            Map<?, ?> fields = (Map<?, ?>) variable;
            environment.put((String) at(fields, "name"), fields.containsKey("value") ? at(fields, "value") : "");
        }
        return environment;
    }

    @Test
    void allPodsOfTheIndexedJobRunAtOnceAndNoneTwice() throws IOException {
        Map<?, ?> job = manifests().get(1);

        assertThat(at(job, "kind")).isEqualTo("Job");
        assertThat(at(job, "apiVersion")).isEqualTo("batch/v1");
        assertThat(at(job, "spec", "completionMode")).isEqualTo("Indexed");
        assertThat(at(job, "spec", "parallelism")).isEqualTo(at(job, "spec", "completions"));
        assertThat(environment(job))
                .containsEntry("SHARDS", at(job, "spec", "completions").toString());
        assertThat(at(job, "spec", "backoffLimitPerIndex")).isEqualTo(0);
        assertThat(at(pod(job), "restartPolicy")).isEqualTo("Never");
    }

    @Test
    void anIndexFromNullBecomesAShardFromOne() throws Exception {
        Map<?, ?> job = manifests().get(1);
        assertThat(at(pod(job), "containers", 0, "command")).isEqualTo(List.of("sh", "-euc"));
        Came came = run(
                Map.of("JOB_COMPLETION_INDEX", "3", "SHARDS", "4", "JOB_NAME", "ibplay-1"),
                List.of("sh", "-euc", (String) at(pod(job), "containers", 0, "args", 0)));

        assertThat(came.lines())
                .startsWith("apply", "--shard", "4/4", "--shards", "/shards/ibplay-1")
                .contains("-o UserKnownHostsFile=/keys/known_hosts");
        isRight(came.lines());
    }

    @Test
    void theSecondJobMergesTheFirstOnesFolder() throws IOException {
        List<Map<?, ?>> all = manifests();
        List<?> command = (List<?>) at(pod(all.get(2)), "containers", 0, "command");

        assertThat(all).hasSize(3);
        assertThat(command.subList(0, 4).stream().map(Object::toString).toList())
                .containsExactly("ibplay", "shards", "/shards/" + at(all.get(1), "metadata", "name"), "--wait");
        isRight(command.stream().skip(1).map(Object::toString).toList());
    }

    @Test
    void whatIsMountedIsThereAndTheSharedVolumeIsSeenByAllNodes() throws IOException {
        List<Map<?, ?>> all = manifests();

        assertThat(at(all.get(0), "spec", "accessModes")).isEqualTo(List.of("ReadWriteMany"));
        for (Map<?, ?> job : all.subList(1, 3)) {
            List<Object> volumes = names(pod(job), "volumes");
            assertThat(volumes).containsAll(names(at(pod(job), "containers", 0), "volumeMounts"));
            assertThat(at(pod(job), "volumes", 0, "persistentVolumeClaim", "claimName"))
                    .isEqualTo(at(all.get(0), "metadata", "name"));
            assertThat(at(pod(job), "securityContext", "runAsNonRoot")).isEqualTo(true);
        }
    }

    private static List<Object> names(Object parent, String list) {
        List<Object> names = new ArrayList<>();
        ((List<?>) at(parent, list)).forEach(entry -> names.add(at(entry, "name")));
        return names;
    }
}
