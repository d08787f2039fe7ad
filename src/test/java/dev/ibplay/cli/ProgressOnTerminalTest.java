package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own with a terminal, which {@code script} (bsdutils) makes, looks at a host that says no word and hangs up after a while. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ProgressOnTerminalTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    @TempDir
    private Path folder = Path.of("set by JUnit");

    /** What is shown; the host hangs up, and again, once {@code enough} is. */
    private String onTerminal(String terminal, String enough) throws IOException, InterruptedException {
        Missing.unless(Files.isExecutable(SCRIPT), SCRIPT + " (package bsdutils)");
        try (SilentHost host = new SilentHost()) {
            String playbook = Files.writeString(folder.resolve("play.yml"), """
                            - hosts: quiet1
                              state:
                                ipoib: {ib0: {mtu: 2044}}
                            """).toString();
            String inventory = host.inventory(folder);
            String command =
                    "stty cols 50; exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' dev.ibplay.cli.Main check -i '%s' '%s'"
                            .formatted(
                                    Path.of(System.getProperty("java.home"), "bin", "java"),
                                    System.getProperty("java.class.path"),
                                    inventory,
                                    playbook);
            ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), "-qec", command, "/dev/null")
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("shown").toFile());
            builder.environment().put("TERM", terminal);
            builder.environment().put("HOME", folder.toString());
            builder.environment().remove("COLUMNS");
            Process process = builder.start();
            try {
                while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
                    if (shown().contains(enough)) {
                        host.wasContacted();
                    }
                }
            } finally {
                process.destroyForcibly();
            }
        }
        return shown();
    }

    private String shown() throws IOException {
        return Files.readString(folder.resolve("shown"), StandardCharsets.UTF_8);
    }

    @Test
    void linesAreDrawnOverAndGoneAtTheEnd() throws Exception {
        String shown = onTerminal("xterm", "quiet1: read the host's state 3 s");

        List<String> drawn = Arrays.stream(shown.split("\u001b\\[J", -1)).toList();
        assertThat(drawn).as(shown).hasSizeGreaterThan(5);
        assertThat(drawn).anyMatch(part -> part.startsWith("gather 0/1 hosts, 1 running, "));
        assertThat(shown.lines().filter(line -> line.startsWith("  quiet1: read the host's state ")))
                .isNotEmpty()
                .allMatch(line -> line.stripTrailing().length() < 50);
        assertThat(drawn.getLast()).contains("Recap\r\n  quiet1  unreachable").doesNotContain("0/1 hosts");
        assertThat(shown).containsPattern("\u001b\\[J(quiet1: )?error\\[IB601]: ");
    }

    @Test
    void aTerminalThatCanDoNothingGetsPlainLines() throws Exception {
        assertThat(onTerminal("dumb", "gather: 1 host"))
                .contains("gather: 1 host", "error[IB601]: ", "Recap")
                .doesNotContain("\u001b");
    }
}
