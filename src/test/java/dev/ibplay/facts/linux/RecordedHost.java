package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A host of recorded outputs and files, which answers any probe. A command that was not recorded is not installed. */
final class RecordedHost {
    private final Map<String, Outcome> commands = new TreeMap<>();
    private final TreeMap<String, String> files = new TreeMap<>();
    private final Set<String> unreadable = new HashSet<>();
    private final Set<String> shut = new HashSet<>();
    private final List<Outcome.ProcessEntry> processes = new ArrayList<>();
    private Optional<Outcome> script = Optional.empty();

    RecordedHost file(String path, String... lines) {
        files.put(path, String.join("\n", lines) + "\n");
        return this;
    }

    /** A file that is there and that may not be read. */
    RecordedHost unreadable(String path) {
        unreadable.add(path);
        return this;
    }

    /** A process by the kernel's name of it, with its arguments. */
    RecordedHost process(int pid, String comm, String... arguments) {
        processes.add(new Outcome.ProcessEntry(pid, comm, List.of(arguments), pid * 100L, 1700000000L));
        return this;
    }

    /** A folder that may not be listed. */
    RecordedHost shut(String folder) {
        shut.add(folder);
        return this;
    }

    /** What a command says whose words begin like this. */
    RecordedHost says(String command, String... lines) {
        return ends(command, 0, String.join("\n", lines) + "\n", "");
    }

    RecordedHost ends(String command, int status, String stdout, String stderr) {
        return answers(
                command,
                new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr)));
    }

    RecordedHost answers(String command, Outcome outcome) {
        commands.put(command, outcome);
        return this;
    }

    /** What becomes of every sh script. */
    RecordedHost scripts(Outcome outcome) {
        script = Optional.of(outcome);
        return this;
    }

    <T> T ask(Probe<T> probe) {
        return probe.parse(probe.operations().stream().map(this::answer).toList());
    }

    private Outcome answer(Operation operation) {
        return switch (operation) {
            case Operation.ReadMatching matching -> matching(matching.pattern());
            case Operation.ListProcesses list ->
                new Outcome.ProcessesFound(processes.stream()
                        .filter(process -> list.names().contains(process.comm()))
                        .toList());
            case Operation.ReadFile file -> read(file.path());
            case Operation.ResolvePath resolve ->
                files.keySet().stream().anyMatch(path -> (path + "/").startsWith(resolve.path() + "/"))
                        ? new Outcome.PathResolved(resolve.path())
                        : new Outcome.FileAbsent();
            case Operation.RunCommand command -> run(String.join(" ", command.arguments()));
            default -> throw new IllegalArgumentException("unexpected: " + operation);
        };
    }

    private Outcome read(String path) {
        if (unreadable.contains(path)) {
            return new Outcome.OperationFailed("EACCES", "permission denied");
        }
        return Optional.ofNullable(files.get(path))
                .<Outcome>map(text -> new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 7))
                .orElseGet(Outcome.FileAbsent::new);
    }

    private Outcome run(String words) {
        if (words.startsWith("sh -c") && commands.keySet().stream().noneMatch(words::startsWith)) {
            return script.orElseGet(() -> new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.EMPTY, Bytes.EMPTY));
        }
        return commands.entrySet().stream()
                .filter(entry -> words.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> new Outcome.OperationFailed("ENOENT", "cannot start " + words.split(" ", -1)[0]));
    }

    private static String regex(String pattern) {
        return pattern.replace(".", "\\.").replace("*", "[^/]*");
    }

    private Outcome matching(String pattern) {
        Optional<String> way =
                shut.stream().filter(folder -> pattern.startsWith(folder + "/")).findFirst();
        if (way.isPresent()) {
            return new Outcome.FilesFound(List.of(), List.of(denied("list ", way.get())));
        }
        String regex = regex(pattern);
        return new Outcome.FilesFound(
                files.entrySet().stream()
                        .filter(e -> e.getKey().matches(regex) && !unreadable.contains(e.getKey()))
                        .filter(e -> Arrays.stream(e.getKey().split("/", -1)).noneMatch(name -> name.startsWith(".")))
                        .map(e -> new Outcome.NamedFile(e.getKey(), Bytes.ofUtf8(e.getValue())))
                        .toList(),
                unreadable.stream()
                        .filter(path -> path.matches(regex))
                        .map(path -> denied("open ", path))
                        .toList());
    }

    private static Outcome.Unread denied(String what, String path) {
        return new Outcome.Unread(path, new Outcome.OperationFailed("EACCES", what + path + ": Permission denied"));
    }
}
