package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts in the shells that they are for. */
class CompletionTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(folder.resolve("fabric play.yml"), "");
        Files.createDirectory(folder.resolve("saved"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
                    ibplay ap            > apply
                    ibplay lab re        > rehearse
                    ibplay runs -n 3 pr  > prune
                    ibplay runs --format human sh > show
                    ibplay check --allow > --allow-removal
                    ibplay apply --format > --format
                    ibplay report --format = ju > junit
                    ibplay fabric --format ib > ibnetdiscover
                    ibplay lint --as pa  > partitions.conf
                    ibplay facts --as ibv > ibv_devinfo
                    ibplay completion z  > zsh
                    ibplay check fab     > fabric play.yml
                    ibplay check -i sav  > saved
                    ibplay apply -- fab  > fabric play.yml
                    ibplay facts --save s > saved
                    ibplay schema s      >
                    ibplay man           >
                    """)
    void bash(String line, @Nullable String expected) throws Exception {
        needs("bash");
        String words = "COMP_WORDS=(%s); COMP_CWORD=%d; _ibplay; printf '%%s\\n' \"${COMPREPLY[@]}\""
                .formatted(line, line.split(" ", -1).length - 1);

        assertThat(run("bash", "--norc", "-uc", "source " + script("bash") + "; " + words)
                        .strip())
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void bashOffersAllCommands() throws Exception {
        needs("bash");

        assertThat(run(
                                "bash",
                                "--norc",
                                "-uc",
                                "source " + script("bash")
                                        + "; COMP_WORDS=(ibplay ''); COMP_CWORD=1; _ibplay; echo ${COMPREPLY[@]}")
                        .strip())
                .startsWith("check apply verify ")
                .endsWith(" completion");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
                    ibplay ap            > apply
                    ibplay lab re        > rehearse
                    ibplay runs -n 3 pr  > prune
                    ibplay check --allow > --allow-removal
                    ibplay report --format=ju > --format=junit
                    ibplay fabric --format ib > ibnetdiscover
                    ibplay lint --as pa  > partitions.conf
                    ibplay check fab     > fabric play.yml
                    ibplay facts --save s > saved/
                    ibplay schema s      >
                    ibplay man           >
                    """)
    void fish(String line, @Nullable String expected) throws Exception {
        needs("fish");
        String answer = run("fish", "--no-config", "-c", "source %s; complete -C '%s'".formatted(script("fish"), line));

        assertThat(answer.lines().map(offer -> offer.split("\t", -1)[0]).toList())
                .isEqualTo(expected == null ? List.of() : List.of(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
                    ibplay ap            > ibplay apply
                    ibplay lab re        > ibplay lab rehearse
                    ibplay runs -n 3 pr  > ibplay runs -n 3 prune
                    ibplay check --allow > ibplay check --allow-removal
                    ibplay report --format=ju > ibplay report --format=junit
                    ibplay fabric --format ib > ibplay fabric --format ibnetdiscover
                    ibplay check fab     > ibplay check fabric\\ play.yml
                    ibplay facts --save s > ibplay facts --save saved/
                    ibplay man           > ibplay man
                    """)
    void zsh(String line, String expected) throws Exception {
        needs("zsh");
        Path driver = Path.of("src/test/resources/completion/complete.zsh").toAbsolutePath();

        assertThat(run("zsh", "-f", driver.toString(), script("zsh").toString(), line)
                        .strip())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"bash", "zsh", "fish"})
    void hidesNothingThatHelpTells(String shell) {
        String script = CommandLineRun.of("completion", shell).stdout();

        CommandLineRun.of("apply", "--help")
                .stdout()
                .lines()
                .map(line -> line.replaceFirst("^.*(?<= )--([a-z-]+).*$", "$1"))
                .filter(name -> name.matches("[a-z-]{2,}"))
                .forEach(name -> assertThat(script).contains(name));
        assertThat(script).doesNotContain("man-pages", "%%", "@|");
    }

    private static void needs(String shell) {
        boolean isThere = List.of(System.getenv("PATH").split(File.pathSeparator, -1)).stream()
                .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
        Missing.unless(isThere, shell + " (Debian's package of that name)");
    }

    private Path script(String shell) throws IOException {
        Path script = folder.resolve("." + shell);
        if (!Files.exists(script)) {
            Files.writeString(script, CommandLineRun.of("completion", shell).stdout());
        }
        return script;
    }

    /** Standard output of a program that works in the folder, with an empty home. */
    private String run(String... words) throws IOException, InterruptedException {
        Path error = Files.createTempFile("ibplay-shell", ".err");
        Path output = Files.createTempFile("ibplay-shell", ".out");
        var builder = new ProcessBuilder(new ArrayList<>(List.of(words)))
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .redirectError(error.toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(error)).isEmpty();
            assertThat(process.exitValue()).isZero();
            return Files.readString(output, StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
            Files.delete(error);
            Files.delete(output);
        }
    }
}
