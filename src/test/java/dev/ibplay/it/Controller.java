package dev.ibplay.it;

import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * ibplay as a process of its own, to be killed.
 *
 * @param state where its runs are recorded ({@code XDG_STATE_HOME})
 */
record Controller(Path state, Path inventory) {
    /** Starts {@code ibplay apply PLAYBOOK --yes}. */
    Process apply(String playbook, String... words) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.ibplay.cli.Main",
                "apply",
                "-i",
                inventory.toString(),
                playbook,
                "--yes"));
        line.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(state.resolve("output").toFile());
        builder.environment().put("XDG_STATE_HOME", state.toString());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same command line within this JVM, which records its runs at the same place. */
    CommandLineRun ibplay(String... words) {
        return CommandLineRun.of(Map.of("XDG_STATE_HOME", state.toString()), words);
    }

    /** What it has said until now, for failures. */
    String output() {
        try {
            return Files.readString(state.resolve("output"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole lines in the only or last run's journal. */
    List<String> events() {
        Path runs = state.resolve("ibplay").resolve("runs");
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(runs)) {
            Path journal = all.max(Path::compareTo)
                    .map(run -> run.resolve("events.jsonl"))
                    .orElse(runs);
            if (!Files.isRegularFile(journal)) {
                return List.of();
            }
            String text = Files.readString(journal);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills it as soon as its journal has so many lines, and so long after that; false when it had ended before. */
    boolean killAt(Process process, int lines, long thenMillis) throws InterruptedException {
        while (events().size() < lines && process.isAlive()) {
            Thread.onSpinWait();
        }
        boolean ended = process.waitFor(thenMillis, TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
        return !ended;
    }
}
