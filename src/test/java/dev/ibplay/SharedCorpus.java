package dev.ibplay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Recorded outputs and files that lie beside the project on some machines and in CI, never in it. */
public final class SharedCorpus {
    private static final Path ROOT = Path.of("..", "shared");

    private SharedCorpus() {}

    public static Optional<Path> find(String relative) {
        Path path = ROOT.resolve(relative);
        return Files.exists(path) ? Optional.of(path) : Optional.empty();
    }

    /** The file or folder; where it is missing the test is skipped loudly, or fails in CI. */
    public static Path require(String relative) {
        Optional<Path> path = find(relative);
        Missing.unless(path.isPresent(), "recorded material at " + ROOT.resolve(relative));
        return path.orElseThrow();
    }
}
