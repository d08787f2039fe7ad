package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Probe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An ESXi host that only answers. What a command says is given by its words; the scripts of the probes by a word that they have
 * in them. Everything else is not there.
 */
public final class EsxiHost {
    private final Map<String, Outcome> commands = new HashMap<>();
    private final Map<String, String> files = new TreeMap<>();
    private final Map<String, Outcome> scripts = new HashMap<>();
    private final List<Operation> asked = new ArrayList<>();
    private String scratch = "/vmfs/volumes/52a1-0001";

    public EsxiHost says(String command, String text) {
        return ends(command, 0, text, "");
    }

    public EsxiHost ends(String command, int status, String stdout, String stderr) {
        commands.put(
                command,
                new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr)));
        return this;
    }

    /** A command that had to be killed. */
    EsxiHost hangs(String command) {
        commands.put(command, new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY));
        return this;
    }

    /** What the script says that has this in it. */
    public EsxiHost script(String part, String text) {
        scripts.put(part, said(text));
        return this;
    }

    /** The same with a failure that is said on standard error. */
    EsxiHost scriptEnds(String part, int status, String stderr) {
        scripts.put(part, new Outcome.CommandEnded(new CommandEnd.Exited(status), Bytes.EMPTY, Bytes.ofUtf8(stderr)));
        return this;
    }

    public EsxiHost file(String path, String text) {
        files.put(path, text);
        return this;
    }

    public EsxiHost scratch(String path) {
        scratch = path;
        return this;
    }

    /** All that was asked, in order. */
    public List<Operation> asked() {
        return asked;
    }

    public List<Outcome> run(List<Operation> operations) {
        asked.addAll(operations);
        return operations.stream().map(this::answer).toList();
    }

    <T> T ask(Probe<T> probe) {
        return probe.parse(run(probe.operations()));
    }

    private Outcome answer(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> command(command.arguments());
            case Operation.ReadFile file ->
                files.containsKey(file.path())
                        ? new Outcome.FileContent(Bytes.ofUtf8(files.get(file.path())), 0644, 0, 0, 7)
                        : new Outcome.FileAbsent();
            case Operation.ReadMatching matching ->
                new Outcome.FilesFound(files.entrySet().stream()
                        .filter(file -> file.getKey().matches(regex(matching.pattern())))
                        .map(file -> new Outcome.NamedFile(file.getKey(), Bytes.ofUtf8(file.getValue())))
                        .toList());
            case Operation.ResolvePath resolve ->
                resolve.path().equals("/scratch") && !scratch.isEmpty()
                        ? new Outcome.PathResolved(scratch)
                        : new Outcome.FileAbsent();
            default -> new Outcome.OperationFailed("ENOSYS", "not on ESXi");
        };
    }

    private static String regex(String pattern) {
        return pattern.replace(".", "\\.").replace("*", "[^/]*");
    }

    private Outcome command(List<String> words) {
        if (words.getFirst().equals("sh")) {
            return scripts.entrySet().stream()
                    .filter(script -> words.getLast().contains(script.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseGet(() -> said(""));
        }
        return commands.getOrDefault(
                String.join(" ", words), new Outcome.OperationFailed("ENOENT", "there is no " + words.getFirst()));
    }

    private static Outcome said(String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
    }
}
