package dev.ibplay.transport.powershell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the lines that {@code far-end.ps1} says about one operation into its outcome. */
final class Answers {
    private static final Pattern META = Pattern.compile("([0-7]{3}) (-?\\d{1,18})");
    private static final Pattern STATUS = Pattern.compile("-?\\d{1,10}");

    /** One line: its first word, and the rest. */
    private record Line(String word, String rest) {}

    private final Operation operation;
    private final List<Line> lines;

    private Answers(Operation operation, List<Line> lines) {
        this.operation = operation;
        this.lines = lines;
    }

    /**
     * What became of each operation; fewer than there are where the answers do not fit the questions.
     *
     * @param said all that the far end has said, with or without other lines in between
     */
    static List<Outcome> read(List<Operation> operations, String said, String marker) {
        List<List<Line>> all = new ArrayList<>();
        operations.forEach(ignored -> all.add(new ArrayList<>()));
        said.lines().forEach(text -> {
            int at = text.indexOf(marker + " ");
            String[] words = at < 0
                    ? new String[0]
                    : text.substring(at + marker.length() + 1).stripTrailing().split(" ", 3);
            if (words.length > 1 && words[0].matches("\\d{1,6}") && Integer.parseInt(words[0]) < all.size()) {
                all.get(Integer.parseInt(words[0])).add(new Line(words[1], words.length > 2 ? words[2] : ""));
            }
        });
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            new Answers(operations.get(i), all.get(i)).outcome().ifPresent(outcomes::add);
        }
        return List.copyOf(outcomes);
    }

    private Optional<Outcome> outcome() {
        // What fails after its result was said fails in cleaning up: the first result counts.
        try {
            return first("r").flatMap(this::result);
        } catch (IllegalArgumentException garbled) {
            return Optional.empty();
        }
    }

    private Optional<String> first(String word) {
        return lines.stream()
                .filter(line -> line.word().equals(word))
                .map(Line::rest)
                .findFirst();
    }

    private Optional<Outcome> result(String result) {
        String[] words = result.split(" ", 3);
        return switch (words[0]) {
            case "ok" -> good();
            case "exit" ->
                words.length > 1 && STATUS.matcher(words[1]).matches()
                        ? Optional.of(ended(new CommandEnd.Exited((int) Long.parseLong(words[1]))))
                        : Optional.empty();
            case "timeout" -> Optional.of(ended(new CommandEnd.TimedOut()));
            case "absent" -> Optional.of(new Outcome.FileAbsent());
            case "none" -> Optional.of(new Outcome.NoAnswer());
            case "skip" -> Optional.of(new Outcome.Skipped());
            case "held" -> held(words);
            case "moved" -> Optional.of(new Outcome.Moved(words.length > 1 ? text(words[1]) : ""));
            case "fail" ->
                words.length > 2
                        ? Optional.of(new Outcome.OperationFailed(words[1], text(words[2])))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Run, seconds and owner. */
    private static Optional<Outcome> held(String[] words) {
        String[] rest = words.length > 2 ? words[2].split(" ", -1) : new String[0];
        return rest.length == 2 && rest[0].matches("\\d{1,18}")
                ? Optional.of(new Outcome.Held(words[1], text(rest[1]), Long.parseLong(rest[0])))
                : Optional.empty();
    }

    private Outcome ended(CommandEnd end) {
        return new Outcome.CommandEnded(
                end,
                first("out").map(Answers::bytes).orElse(Bytes.EMPTY),
                first("err").map(Answers::bytes).orElse(Bytes.EMPTY));
    }

    private Optional<Outcome> good() {
        return switch (operation) {
            case Operation.ReadFile ignored -> file();
            case Operation.ReadMatching ignored -> Optional.of(files());
            case Operation.ReplaceFile ignored -> Optional.of(new Outcome.Done());
            case Operation.RemoveFile ignored -> Optional.of(new Outcome.Done());
            case Operation.Ping ignored -> Optional.of(new Outcome.Done());
            case Operation.TakeLock ignored -> Optional.of(new Outcome.Done());
            case Operation.ArmGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.RenewGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.ConfirmGuard ignored -> Optional.of(new Outcome.Done());
            case Operation.FireGuard ignored -> Optional.of(new Outcome.Done());
            default -> Optional.empty();
        };
    }

    /** Windows has neither modes nor numbers of users: a file is 0644, or 0444 where it is read-only, and everybody's 0. */
    private Optional<Outcome> file() {
        Optional<Matcher> meta = first("meta").map(META::matcher).filter(Matcher::matches);
        return meta.flatMap(found -> first("out")
                .map(content -> new Outcome.FileContent(
                        bytes(content), Integer.parseInt(found.group(1), 8), 0, 0, Long.parseLong(found.group(2)))));
    }

    private Outcome files() {
        List<Outcome.NamedFile> files = new ArrayList<>();
        String name = "";
        for (Line line : lines) {
            if (line.word().equals("name")) {
                name = text(line.rest());
            } else if (line.word().equals("file")) {
                files.add(new Outcome.NamedFile(name, bytes(line.rest())));
            }
        }
        files.sort(Comparator.comparing(Outcome.NamedFile::path));
        return new Outcome.FilesFound(files);
    }

    private static Bytes bytes(String base64) {
        return Bytes.of(Base64.getDecoder().decode(base64));
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
