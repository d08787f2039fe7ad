package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.saved.Excerpt;
import dev.ibplay.facts.saved.Reading;
import dev.ibplay.facts.saved.Said;
import dev.ibplay.facts.saved.SavedText;
import dev.ibplay.facts.saved.Tool;
import dev.ibplay.report.SavedOutputJson;
import dev.ibplay.report.SavedOutputText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Shows what files say that tools' outputs were saved in. */
final class SavedOutputs {
    private static final String STANDARD_INPUT = "-";

    private final Console console;
    private final Optional<Tool> tool;
    private final Problems problems = new Problems();

    /**
     * @param tool what all files are outputs of; else each is recognised by its content
     */
    SavedOutputs(Console console, Optional<Tool> tool) {
        this.console = console;
        this.tool = tool;
    }

    /** Shows all files. It is an error when nothing in a file could be read. */
    ExitCode show(List<String> files, boolean json) {
        Map<String, List<Reading>> readings = new LinkedHashMap<>();
        for (String file : files) {
            List<Reading> found = read(file);
            if (!found.isEmpty()) {
                readings.put(file, found);
            }
        }
        console.data(
                json
                        ? SavedOutputJson.of(readings)
                        : readings.entrySet().stream()
                                .map(file -> SavedOutputText.of(file.getKey(), file.getValue()))
                                .collect(Collectors.joining("\n")));
        console.show(problems);
        return problems.hasErrors() ? ExitCode.INVALID_INPUT : ExitCode.OK;
    }

    /** The readings, of which one at least has values; none where there was an error. */
    private List<Reading> read(String file) {
        Optional<SavedText> text = text(file);
        if (text.isEmpty()) {
            return List.of();
        }
        text.get()
                .unread()
                .ifPresent(line -> problems.warning(
                        Code.OUTPUT_CUT,
                        Span.at(file, line, 1),
                        "the last line has no line end: it may be cut, so it was not read"));
        List<Reading> readings = (tool.isPresent() ? Excerpt.of(text.get(), tool.get()) : Excerpt.of(text.get()))
                .stream().map(Reading::of).toList();
        if (readings.isEmpty()) {
            problems.add(Diagnostic.error(
                            Code.OUTPUT_UNKNOWN,
                            Span.startOf(file),
                            text.get().lines().stream().allMatch(String::isBlank)
                                    ? "there is nothing in it; ibstat prints nothing where there is no adapter"
                                    : "this is not the output of a tool that ibplay can read")
                    .withHint("--as TOOL says what it is; known are " + Tool.names()));
            return List.of();
        }
        if (readings.stream().noneMatch(reading -> reading.said() instanceof Fact.Known<Said>)) {
            readings.forEach(reading -> unreadable(file, reading));
            return List.of();
        }
        return readings;
    }

    private void unreadable(String file, Reading reading) {
        if (reading.said() instanceof Fact.Unreadable<Said> unreadable) {
            problems.error(
                    Code.OUTPUT_UNREADABLE,
                    Span.at(file, reading.excerpt().firstLine(), 1),
                    reading.excerpt().tool().command() + ": " + unreadable.because());
        }
    }

    private Optional<SavedText> text(String file) {
        try {
            return Optional.of(SavedText.of(
                    file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file))));
        } catch (IOException | InvalidPathException unreadable) {
            problems.error(
                    Code.FILE_UNREADABLE,
                    Span.startOf(file),
                    Files.exists(Path.of(file)) ? "cannot read " + file : "there is no file " + file);
            return Optional.empty();
        }
    }
}
