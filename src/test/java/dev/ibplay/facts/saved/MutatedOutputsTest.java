package dev.ibplay.facts.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.facts.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whatever a text looks like, there comes a value or a reason out of it, and never an exception. */
class MutatedOutputsTest {
    private static final int ROUNDS = 20;

    /** Of longer samples the beginning, which takes less time and has all there is. */
    private static final int LONGEST = 6000;

    private static final List<Tool> TOOLS = List.of(Tool.values());
    private static final long SEED = Long.getLong("ibplay.seed", new Random().nextLong());

    private static List<String> samples() throws IOException {
        List<Path> roots = new ArrayList<>(List.of(Path.of("src/test/resources/tools")));
        Optional<Path> corpus = SharedCorpus.find("corpus");
        corpus.ifPresent(roots::add);
        List<String> samples = new ArrayList<>();
        for (Path root : roots) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                    samples.add(text.substring(0, Math.min(text.length(), LONGEST)));
                }
            }
        }
        return samples;
    }

    @Test
    void alwaysGiveAValueOrAReason() throws IOException {
        Random random = new Random(SEED);
        List<String> samples = samples();
        assertThat(samples).isNotEmpty();
        for (String sample : samples) {
            for (int round = 0; round < ROUNDS; round++) {
                String mutated = mutate(sample, samples, random);
                check(mutated, random);
            }
        }
    }

    private static void check(String text, Random random) {
        String about = "-Dibplay.seed=" + SEED + "\n" + text;
        try {
            SavedText saved = SavedText.of(text);
            Tool any = TOOLS.get(random.nextInt(TOOLS.size()));
            Stream.concat(Excerpt.of(saved).stream(), Excerpt.of(saved, any).stream())
                    .map(Reading::of)
                    .forEach(reading -> {
                        switch (reading.said()) {
                            case Fact.Known<Said> known ->
                                assertThat(InWords.of(reading)).as(about).isNotEmpty();
                            case Fact.Absent<Said> ignored -> throw new AssertionError(about);
                            case Fact.Unreadable<Said> why ->
                                assertThat(why.because()).as(about).isNotBlank();
                        }
                    });
        } catch (RuntimeException | StackOverflowError thrown) {
            throw new AssertionError(about, thrown);
        }
    }

    private static String mutate(String text, List<String> samples, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int changes = random.nextInt(4); changes >= 0; changes--) {
            int at = random.nextInt(mutated.length() + 1);
            int end = Math.min(mutated.length(), at + random.nextInt(30));
            switch (random.nextInt(7)) {
                case 0 -> mutated.setLength(at);
                case 1 -> mutated.delete(0, at);
                case 2 -> mutated.delete(at, end);
                case 3 -> mutated.insert(at, (char) random.nextInt(0x300));
                case 4 -> mutated.insert(at, mutated.substring(at, end).repeat(random.nextInt(200)));
                case 5 -> mutated.insert(at, "9".repeat(random.nextInt(30)));
                default -> mutated.append(samples.get(random.nextInt(samples.size())));
            }
        }
        return mutated.toString();
    }
}
