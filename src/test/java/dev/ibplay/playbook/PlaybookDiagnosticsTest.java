package dev.ibplay.playbook;

import dev.ibplay.Cases;
import dev.ibplay.diag.Problems;
import dev.ibplay.report.DiagnosticText;
import dev.ibplay.source.DiskFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The exact text that a user sees for each mistake in a playbook. */
class PlaybookDiagnosticsTest {
    @TestFactory
    Stream<DynamicTest> mistakes() {
        return Cases.of("diagnostics/playbook", PlaybookDiagnosticsTest::diagnostics);
    }

    private static String diagnostics(Path folder) {
        var problems = new Problems();
        new PlaybookParser(new DiskFiles(), Map.of(), problems)
                .parse(folder.resolve("site.yml").toString());
        var text = new DiagnosticText(PlaybookDiagnosticsTest::line);
        return problems.sorted().stream()
                .map(text::render)
                .collect(Collectors.joining())
                .replace(folder + "/", "");
    }

    private static Optional<String> line(String file, int number) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file));
            return number <= lines.size() ? Optional.of(lines.get(number - 1)) : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
