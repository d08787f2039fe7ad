package dev.ibplay.facts.windows;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code facts.ps1} has told. */
final class FactLines {
    /** WMI of a busy host takes its time. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static final String PART = "part";
    private static final String NAME = "name";

    private final List<FactLine> lines;
    private final Optional<String> failed;

    private FactLines(List<FactLine> lines, Optional<String> failed) {
        this.lines = lines;
        this.failed = failed;
    }

    /** The script as a program's argument: base64 of UTF-16LE, of which CreateProcess takes 32767 characters. */
    static Operation question() {
        try (InputStream in = FactLines.class.getResourceAsStream("facts.ps1")) {
            if (in == null) {
                throw new IllegalStateException("facts.ps1 is not in the program");
            }
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.startsWith("#") && !line.isEmpty())
                    .collect(Collectors.joining("\n", "", "\n"));
            return RunCommand.of(
                    LIMIT,
                    "powershell.exe",
                    "-NoProfile",
                    "-NonInteractive",
                    "-ExecutionPolicy",
                    "Bypass",
                    "-OutputFormat",
                    "Text",
                    "-EncodedCommand",
                    Base64.getEncoder().encodeToString(script.getBytes(StandardCharsets.UTF_16LE)));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static FactLines of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended -> {
                List<FactLine> lines = ended.stdout()
                        .lossyText()
                        .lines()
                        .flatMap(line -> FactLine.of(line).stream())
                        .toList();
                boolean whole = lines.stream().anyMatch(line -> line.kind().equals("end"));
                yield new FactLines(
                        lines, whole ? Optional.empty() : Optional.of("PowerShell did not tell it" + why(ended)));
            }
            case Outcome.OperationFailed failure -> new FactLines(List.of(), Optional.of(failure.message()));
            default -> new FactLines(List.of(), Optional.of("unexpected answer"));
        };
    }

    private static String why(Outcome.CommandEnded ended) {
        String said = ended.stderr().lossyText().strip().lines().collect(Collectors.joining(" "));
        if (!said.isEmpty()) {
            return ": " + said;
        }
        return ended.end() instanceof CommandEnd.TimedOut ? ": it did not end in time" : "";
    }

    /** The lines of one kind that a part of the script has told; unreadable where it could not tell all of them. */
    Fact<List<FactLine>> of(String part, String kind) {
        Optional<FactLine> told = lines.stream()
                .filter(line -> line.kind().equals(PART) && line.text(NAME).equals(Optional.of(part)))
                .findFirst();
        if (told.isEmpty()) {
            return Fact.unreadable(failed.orElse("PowerShell did not tell it"));
        }
        return told.get()
                .text("error")
                .map(Fact::<List<FactLine>>unreadable)
                .orElseGet(() -> Fact.known(
                        lines.stream().filter(line -> line.kind().equals(kind)).toList()));
    }

    /** The one line of a kind; unreadable where there is none. */
    Fact<FactLine> one(String part, String kind) {
        return of(part, kind)
                .flatMap(found ->
                        found.isEmpty() ? Fact.unreadable("PowerShell did not tell it") : Fact.known(found.getFirst()));
    }
}
