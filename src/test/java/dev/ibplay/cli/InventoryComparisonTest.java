package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.AnsibleProgram;
import dev.ibplay.SharedCorpus;
import dev.ibplay.inventory.RandomInventory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ibplay inventory --list} and {@code --graph} against {@code ansible-inventory} on random inventories. {@code -Dseed=N}
 * begins with one seed, {@code -Dinventories=N} makes more of them.
 */
@Tag("long")
class InventoryComparisonTest {
    @TempDir
    private Path folder = Path.of("set by JUnit");

    @TestFactory
    Stream<DynamicTest> randomInventories() throws IOException {
        AnsibleProgram.require();
        long seed = Long.getLong("seed", System.nanoTime());
        return LongStream.range(seed, seed + Integer.getInteger("inventories", 40))
                .mapToObj(own -> DynamicTest.dynamicTest("-Dseed=" + own, () -> compare(own)));
    }

    @TestFactory
    Stream<DynamicTest> recordedInventories() throws IOException {
        AnsibleProgram.require();
        Path recorded = SharedCorpus.require("corpus/ansible-inventory");
        try (Stream<Path> files = Files.list(recorded)) {
            return files.sorted().toList().stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> compareFile(file)));
        }
    }

    @TestFactory
    Stream<DynamicTest> samplesOfTheProject() throws IOException {
        AnsibleProgram.require();
        return Stream.of(Path.of("inventory", "hosts.ini"))
                .map(sample -> DynamicTest.dynamicTest(
                        sample.toString(),
                        () -> compare(List.of("-i", sample.toAbsolutePath().toString()), folder, "", true)));
    }

    private void compareFile(Path file) throws IOException, InterruptedException {
        // Its kind is in the recorded name; Ansible goes by the ending.
        String kind = file.getFileName().toString().split("-", -1)[1];
        Path own = Files.createDirectories(folder.resolve(file.getFileName().toString()));
        Path copy = Files.copy(file, own.resolve(kind.equals("yaml") ? "hosts.yml" : "hosts." + kind));
        compare(List.of("-i", copy.toString()), own, Files.readString(file), true);
    }

    private void compare(long seed) throws IOException, InterruptedException {
        Path own = folder.resolve("s" + seed);
        var inventory = new RandomInventory(new Random(seed), own);
        List<String> options = new ArrayList<>();
        inventory.write().forEach(source -> options.addAll(List.of("-i", source)));
        compare(options, own, "-Dseed=" + seed + "\n" + inventory.text(), seed % 4 == 0);
    }

    private static void compare(List<String> options, Path own, String text, boolean graph)
            throws IOException, InterruptedException {
        AnsibleProgram theirs = ansible(own, options, "--list");
        CommandLineRun ours = ibplay(options, "--list");
        String about = text + "=== ansible-inventory " + theirs.status() + "\n" + theirs.stderr() + "=== ibplay "
                + ours.exitCode() + "\n" + ours.stderr();
        if (theirs.status() != 0 || ours.exitCode() != 0) {
            assertThat(ours.exitCode() == 0).as(about).isEqualTo(theirs.status() == 0);
            return;
        }
        var mapper = JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .build();
        List<String> differences =
                InventoryDifferences.between(mapper.readTree(theirs.stdout()), mapper.readTree(ours.stdout()));
        if (!differences.isEmpty()) {
            fail(String.join("\n", differences) + "\n" + about);
        }
        if (graph) {
            assertThat(ibplay(options, "--graph").stdout())
                    .as(about)
                    .isEqualTo(ansible(own, options, "--graph").stdout());
        }
    }

    private static AnsibleProgram ansible(Path folder, List<String> options, String form)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("ansible-inventory", form));
        words.addAll(options);
        return AnsibleProgram.run(folder, words.toArray(String[]::new));
    }

    private static CommandLineRun ibplay(List<String> options, String form) {
        List<String> words = new ArrayList<>(List.of("inventory", form));
        words.addAll(options);
        return CommandLineRun.of(words.toArray(String[]::new));
    }
}
