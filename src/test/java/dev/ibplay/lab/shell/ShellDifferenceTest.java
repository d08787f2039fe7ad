package dev.ibplay.lab.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The same scripts in dash and in the lab's shell: same output, same status, and where they say so the same complaints. */
class ShellDifferenceTest {
    private static final String[] PARAMETERS = {"sh", "one", "two three", ""};
    private static final String INPUT = "line one\nline two\n";

    @TempDir
    private Path folder;

    @TestFactory
    List<DynamicTest> likeDash() throws IOException {
        return scripts()
                .map(script ->
                        DynamicTest.dynamicTest(script.lines().findFirst().orElse(""), () -> compare(script)))
                .toList();
    }

    private static Stream<String> scripts() throws IOException {
        try (InputStream in = Objects.requireNonNull(ShellDifferenceTest.class.getResourceAsStream("scripts.txt"))) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.split("(?m)^####\\n")).filter(script -> !script.isBlank());
        }
    }

    private void compare(String script) throws IOException, InterruptedException {
        if (!Files.isExecutable(Path.of("/usr/bin/dash"))) {
            Missing.notApplicable("no dash here");
        }
        LabShell.Result expected = dash(script);
        LabShell.Result actual;
        try (ScaledClock clock = new ScaledClock(1)) {
            LabShell shell =
                    new LabShell(LabShell.machine(clock), 0, Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"), "/work");
            actual = shell.run(INPUT, words(script, "sh"));
        }
        assertThat(actual.stdout()).as(script + actual.stderr()).isEqualTo(expected.stdout());
        assertThat(actual.status()).as(script + actual.stderr()).isEqualTo(expected.status());
        if (script.contains("# complains")) {
            assertThat(actual.stderr()).as(script).isEqualTo(expected.stderr());
        }
    }

    private static String[] words(String script, String shell) {
        String[] words = new String[3 + PARAMETERS.length];
        words[0] = shell;
        words[1] = "-c";
        words[2] = script;
        System.arraycopy(PARAMETERS, 0, words, 3, PARAMETERS.length);
        return words;
    }

    private LabShell.Result dash(String script) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(folder, "work");
        Path err = folder.resolve("err");
        Path input = Files.writeString(folder.resolve("input"), INPUT);
        ProcessBuilder builder = new ProcessBuilder(words(script, "dash"))
                .directory(work.toFile())
                .redirectInput(input.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return new LabShell.Result(process.exitValue(), out, Files.readString(err, StandardCharsets.ISO_8859_1));
    }
}
