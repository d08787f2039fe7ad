package dev.ibplay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests that are folders: each holds an input and the text that is expected of it. With {@code -Dgolden.update=true} the
 * expected texts are written anew, to be reviewed as a diff.
 */
public final class Cases {
    private static final Path ROOT = Path.of("src", "test", "resources");

    private Cases() {}

    /** One test for each folder below {@code folder}: {@code actual} of the case's folder must be its {@code expected.txt}. */
    public static Stream<DynamicTest> of(String folder, Function<Path, String> actual) {
        try (Stream<Path> cases = Files.list(ROOT.resolve(folder))) {
            return cases.filter(Files::isDirectory).sorted().toList().stream()
                    .map(c -> DynamicTest.dynamicTest(c.getFileName().toString(), () -> run(c, actual)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void run(Path folder, Function<Path, String> actual) throws IOException {
        String text = actual.apply(folder);
        Path expected = folder.resolve("expected.txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, text);
        }
        assertThat(text).isEqualTo(Files.readString(expected));
    }
}
