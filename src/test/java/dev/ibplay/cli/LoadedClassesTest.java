package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the JVM loads for commands that only print: a count, which no machine changes. */
class LoadedClassesTest {
    /** Of ours and of picocli for --version; the bound is meant to be close. */
    private static final int MOST_FOR_VERSION = 9;

    /** Of all that is not the JDK's, for any help. */
    private static final int MOST_FOR_HELP = 290;

    private static final long LIMIT_SECONDS = 120;
    private static final List<String> OURS = List.of("dev.ibplay.", "picocli.");

    private static final List<String> LIBRARIES = List.of(
            "org.apache.sshd.",
            "org.bouncycastle.",
            "com.fasterxml.jackson.",
            "com.hubspot.",
            "org.yaml.snakeyaml.",
            "com.sun.jna.",
            "com.google.common.",
            "org.slf4j.");

    /** Every command with its subcommands, as words. */
    static Stream<String> commands() {
        CommandLine whole = new Commands(new Console(System.out, System.err), Map.of()).whole();
        List<String> all = new ArrayList<>();
        collect("", whole, all);
        return all.stream();
    }

    private static void collect(String words, CommandLine line, List<String> all) {
        line.getSubcommands().forEach((name, below) -> {
            String named = (words + " " + name).strip();
            all.add(named);
            collect(named, below, all);
        });
    }

    @Test
    void versionLoadsNextToNothing() throws Exception {
        List<String> loaded = loaded(List.of("--version"));

        assertThat(loaded).noneMatch(LoadedClassesTest::isOfLibrary);
        System.out.printf("classes for --version: %d%n", loaded.size());
        assertThat(loaded).as("the bound is in LoadedClassesTest").hasSizeBetween(2, MOST_FOR_VERSION);
    }

    @Test
    void helpLoadsNoLibrary() throws Exception {
        helps(List.of("--help"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfCommandLoadsNoLibrary(String command) throws Exception {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        words.add("--help");
        helps(words);
    }

    private static void helps(List<String> words) throws Exception {
        List<String> loaded = loaded(words);

        assertThat(loaded).noneMatch(LoadedClassesTest::isOfLibrary);
        System.out.printf("classes for %s: %d%n", String.join(" ", words), loaded.size());
        assertThat(loaded).as("the bound is in LoadedClassesTest").hasSizeBetween(100, MOST_FOR_HELP);
    }

    private static boolean isOfLibrary(String name) {
        return LIBRARIES.stream().anyMatch(name::startsWith);
    }

    /** The classes that a JVM of its own loads from the class path, in the JVM's words. */
    private static List<String> loaded(List<String> words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:stdout:none",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(words);
        Process process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines()
                .filter(text -> text.contains(" source: "))
                .map(text -> text.substring(0, text.indexOf(' ')))
                .filter(name -> isOfLibrary(name) || OURS.stream().anyMatch(name::startsWith))
                .toList();
    }
}
