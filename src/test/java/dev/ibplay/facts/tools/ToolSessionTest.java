package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.facts.Fact;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded sessions with many tools: whoever exits 0 must be readable, all others must not be. */
class ToolSessionTest {
    private static final Pattern RUN = Pattern.compile("##### ([^\n]*)\n(.*?)\\[rc=(\\d+)\\]\n", Pattern.DOTALL);

    record Run(String command, ToolOutput output) {
        @Override
        public String toString() {
            return command;
        }
    }

    static Stream<Run> runs() {
        Path folder = SharedCorpus.require("fixtures/opensm");
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .filter(file -> file.getFileName().toString().matches("tools-.*\\.txt"))
                    .flatMap(file -> split(read(file)))
                    .filter(run -> fact(run).isPresent())
                    .toList()
                    .stream();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Stream<Run> split(String text) {
        return RUN.matcher(text).results().map(result -> {
            String said = result.group(2);
            return new Run(
                    result.group(1),
                    new ToolOutput(
                            lines(said, false),
                            lines(said, true),
                            new CommandEnd.Exited(Integer.parseInt(result.group(3)))));
        });
    }

    private static String lines(String said, boolean errors) {
        return Arrays.stream(said.split("\n", -1))
                .filter(line -> !line.isEmpty() && line.startsWith("STDERR: ") == errors)
                .map(line -> line.replaceFirst("^STDERR: ", "") + "\n")
                .collect(Collectors.joining());
    }

    private static Optional<Fact<?>> fact(Run run) {
        Matcher words = Pattern.compile("(\\w+) ?(.*)").matcher(run.command());
        if (!words.matches()) {
            return Optional.empty();
        }
        String arguments = words.group(2);
        return switch (words.group(1)) {
            case "sminfo" -> Optional.of(SminfoParser.parse(run.output()));
            case "saquery" -> saquery(arguments, run.output());
            case "smpquery" -> smpquery(arguments, run.output());
            case "ibstatus" -> Optional.of(IbstatusParser.parse(run.output()));
            case "ibstat" -> arguments.isEmpty() ? Optional.of(IbstatParser.parse(run.output())) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<Fact<?>> saquery(String arguments, ToolOutput output) {
        return switch (arguments) {
            case "-g", "-m", "MCMR" -> Optional.of(SaqueryParser.groups(output));
            case "-s" -> Optional.of(SaqueryParser.subnetManagerPorts(output));
            case "SMIR" -> Optional.of(SaqueryParser.subnetManagers(output));
            default -> Optional.empty();
        };
    }

    private static Optional<Fact<?>> smpquery(String arguments, ToolOutput output) {
        if (arguments.contains("portinfo")) {
            return Optional.of(SmpqueryParser.portInfo(output));
        }
        if (arguments.contains("nodeinfo")) {
            return Optional.of(SmpqueryParser.nodeInfo(output));
        }
        return arguments.contains("pkeys") ? Optional.of(SmpqueryParser.pKeys(output)) : Optional.empty();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void readsWhatSucceeded(Run run) {
        Fact<?> fact = fact(run).orElseThrow();
        assertThat(fact).isInstanceOf(run.output().succeeded() ? Fact.Known.class : Fact.Unreadable.class);
    }
}
