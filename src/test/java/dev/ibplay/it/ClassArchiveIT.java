package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class archive that the build has left beside the jar, with the options of the launcher. */
class ClassArchiveIT {
    private static final Path BUILT = Path.of("target");
    private static final String JAR = "ibplay.jar";
    private static final String ARCHIVE = "ibplay.jsa";
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private Path folder = Path.of("set by JUnit");

    /** What a process wrote. */
    private record Output(String stdout, String stderr) {}

    /** Jar, libraries and archive in another folder, with their times. */
    @BeforeEach
    void move() throws IOException {
        boolean isThere = Files.exists(BUILT.resolve(ARCHIVE));
        assertThat(isThere || !Boolean.getBoolean("ibplay.requireAll"))
                .as("the build has made target/" + ARCHIVE)
                .isTrue();
        assumeTrue(isThere, "no class archive: the build has said why");
        Files.createDirectory(folder.resolve("lib"));
        for (String name : List.of(JAR, ARCHIVE)) {
            copy(BUILT.resolve(name), folder.resolve(name));
        }
        try (Stream<Path> libraries = Files.list(BUILT.resolve("lib"))) {
            for (Path library : libraries.toList()) {
                copy(
                        library,
                        folder.resolve("lib").resolve(library.getFileName().toString()));
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void holdsInAnotherFolder() throws Exception {
        List<String> loaded = run(ARCHIVE, "-Xlog:class+load:stdout:none", "--help")
                .stdout()
                .lines()
                .filter(line -> line.contains(" source: ") && line.startsWith("dev.ibplay."))
                .toList();

        assertThat(loaded).hasSizeGreaterThan(20);
        // What implements an interface of picocli's, which is too old for archives, is not in it.
        long shared = loaded.stream()
                .filter(line -> line.contains("source: shared objects file"))
                .count();
        assertThat(shared).as("of " + loaded).isGreaterThan(loaded.size() * 9L / 10);
    }

    /** Classes of signed jars come into no archive, and cost a quarter of a second at each start. */
    @Test
    void holdsWhatAConnectionNeeds() throws Exception {
        Path inventory = Files.writeString(folder.resolve("hosts"), "n1 ansible_host=127.0.0.1 ansible_port=1\n");
        Output output = run(4, ARCHIVE, "-Xlog:class+load:stdout:none", "facts", "-i", inventory.toString());

        assertThat(fromElsewhere(output.stdout(), "org.bouncycastle.")).isEmpty();
    }

    @Test
    void ofAnotherJarIsPassedOverInSilence() throws Exception {
        String version = run(ARCHIVE, "-Dsame=jar", "--version").stdout();
        Files.setLastModifiedTime(folder.resolve(JAR), FileTime.from(Instant.parse("2020-02-02T02:02:02Z")));

        assertThat(version).startsWith("ibplay ");
        assertThat(run(ARCHIVE, "-Dsame=no", "--version")).isEqualTo(new Output(version, ""));
    }

    @Test
    void oneThatIsNoneIsPassedOverInSilence() throws Exception {
        Files.writeString(folder.resolve("broken.jsa"), "no archive");

        for (String name : List.of("broken.jsa", "missing.jsa")) {
            Output output = run(name, "-Darchive=" + name, "--version");
            assertThat(output.stdout()).startsWith("ibplay ");
            assertThat(output.stderr()).isEmpty();
        }
    }

    /** What was loaded of a package, and not from the archive. */
    private static List<String> fromElsewhere(String log, String names) {
        List<String> loaded = log.lines()
                .filter(line -> line.contains(" source: ") && line.startsWith(names))
                .toList();
        assertThat(loaded).as(names).hasSizeGreaterThan(20);
        return loaded.stream()
                .filter(line -> !line.contains("source: shared objects file"))
                .toList();
    }

    /** Runs the jar as the launcher does, with one more option for the JVM. */
    private Output run(String archive, String option, String word) throws IOException, InterruptedException {
        return run(0, archive, option, word);
    }

    private Output run(int exitCode, String archive, String option, String... words)
            throws IOException, InterruptedException {
        File stdout = folder.resolve("stdout").toFile();
        File stderr = folder.resolve("stderr").toFile();
        List<String> line = new ArrayList<>(List.of(
                java(),
                "@src/build/java.options",
                "-XX:SharedArchiveFile=" + folder.resolve(archive),
                option,
                "-jar",
                folder.resolve(JAR).toString()));
        line.addAll(List.of(words));
        Process process = new ProcessBuilder(line)
                .redirectOutput(stdout)
                .redirectError(stderr)
                .start();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        var output = new Output(Files.readString(stdout.toPath()), Files.readString(stderr.toPath()));
        assertThat(process.exitValue()).as(output.stderr()).isEqualTo(exitCode);
        return output;
    }

    /** The java that the archive was made for. */
    private static String java() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("src/build/find-java").start();
        String found = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return found;
    }
}
