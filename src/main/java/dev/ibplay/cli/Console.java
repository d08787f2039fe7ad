package dev.ibplay.cli;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.report.DiagnosticText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The two streams: data goes to standard output, talk to standard error. */
final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, List<String>> sources = new HashMap<>();

    Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** Writes data as it is, with its own line ends. */
    void data(String text) {
        out.print(text);
        out.flush();
    }

    /** Writes one line of talk. */
    void say(String line) {
        err.println(line);
        err.flush();
    }

    void show(Problems problems) {
        problems.sorted().forEach(this::show);
    }

    void show(Diagnostic diagnostic) {
        err.print(new DiagnosticText(this::line).render(diagnostic));
        err.flush();
    }

    private Optional<String> line(String file, int number) {
        List<String> lines = sources.computeIfAbsent(file, Console::linesOf);
        return number <= lines.size() ? Optional.of(lines.get(number - 1)) : Optional.empty();
    }

    private static List<String> linesOf(String file) {
        try {
            String text = new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
            return (text.startsWith("\ufeff") ? text.substring(1) : text)
                    .lines()
                    .toList();
        } catch (IOException | java.nio.file.InvalidPathException expected) {
            // A place on the command line or in a generated text has no file; the diagnostic stands without its line.
            return List.of();
        }
    }
}
