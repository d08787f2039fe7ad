package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A unit that starts OpenSM, or might, as {@code systemctl show} prints it.
 *
 * @param mainPid 0 when nothing runs
 * @param fileState UnitFileState of systemctl(1), is-enabled; empty for an instance of a template
 * @param texts the unit's file, then its drop-ins
 * @param command the words of ExecStart with all drop-ins applied, variables as they stand there; a blank within a word
 *     divides it
 * @param variables the file that EnvironmentFile names last
 */
record OpensmUnit(
        String id,
        int mainPid,
        boolean loaded,
        boolean active,
        String fileState,
        List<String> texts,
        List<String> command,
        Optional<String> variables) {
    static final String TEMPLATE = "opensm@";

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Pattern ARGUMENTS = Pattern.compile("argv\\[\\]=(.*) ; ignore_errors=");

    /** systemd.unit(5): the folders of system units, in the order of precedence. */
    private static final List<String> FOLDERS = List.of(
            "/etc/systemd/system",
            "/run/systemd/system",
            "/usr/local/lib/systemd/system",
            "/usr/lib/systemd/system",
            "/lib/systemd/system",
            "/run/systemd/generator.late");

    OpensmUnit {
        texts = List.copyOf(texts);
        command = List.copyOf(command);
    }

    /** Asks for the units that distributions have, and for others. */
    static Operation operation(Collection<String> others) {
        List<String> words = new ArrayList<>(List.of(
                "systemctl",
                "show",
                "--property=Id,MainPID,LoadState,ActiveState,UnitFileState,FragmentPath,SourcePath,DropInPaths,"
                        + "ExecStart,EnvironmentFiles",
                "opensm.service",
                "opensmd.service",
                TEMPLATE + "*.service"));
        words.addAll(others);
        return RunCommand.of(LIMIT, words.toArray(String[]::new));
    }

    static List<OpensmUnit> parse(Outcome outcome) {
        return SystemdUnits.blocks(outcome).stream().map(OpensmUnit::of).toList();
    }

    private static OpensmUnit of(Map<String, String> values) {
        String id = values.getOrDefault("Id", "");
        List<String> texts = Stream.of("FragmentPath", "DropInPaths")
                .flatMap(key -> words(values.getOrDefault(key, "")))
                .toList();
        Matcher arguments = ARGUMENTS.matcher(values.getOrDefault("ExecStart", ""));
        return new OpensmUnit(
                id,
                SystemdUnits.number(values.getOrDefault("MainPID", "0")),
                values.getOrDefault("LoadState", "").equals("loaded"),
                values.getOrDefault("ActiveState", "").equals("active"),
                values.getOrDefault("UnitFileState", ""),
                texts,
                arguments.find() ? words(arguments.group(1)).toList() : List.of(),
                words(values.getOrDefault("EnvironmentFiles", ""))
                        .filter(word -> word.startsWith("/"))
                        .reduce((first, second) -> second));
    }

    private static Stream<String> words(String text) {
        return Stream.of(text.split("\\s+", -1)).filter(word -> !word.isEmpty());
    }

    /** Shell patterns of the files of units and of their drop-ins. */
    static List<String> patterns(String name) {
        return FOLDERS.stream()
                .flatMap(folder ->
                        Stream.of(folder + "/" + name + ".service", folder + "/" + name + ".service.d/*.conf"))
                .toList();
    }

    /** The files of a unit that systemd has not loaded: the first that there is, then drop-ins by their names. */
    static List<String> texts(String name, Collection<String> there) {
        Stream<String> file = FOLDERS.stream()
                .map(folder -> folder + "/" + name)
                .filter(there::contains)
                .limit(1);
        Stream<String> dropIns = FOLDERS.stream()
                .flatMap(folder -> there.stream().filter(path -> path.startsWith(folder + "/" + name + ".d/")))
                .sorted((a, b) -> fileName(a).compareTo(fileName(b)));
        return Stream.concat(file, dropIns).toList();
    }

    static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    boolean isTemplateInstance() {
        return id.startsWith(TEMPLATE);
    }

    /** The part of a template's instance that names it: for OpenSM its port's GUID. */
    static Optional<String> instance(String id) {
        return id.startsWith(TEMPLATE) && id.endsWith(".service")
                ? Optional.of(id.substring(TEMPLATE.length(), id.length() - ".service".length()))
                : Optional.empty();
    }

    /** Whether it starts opensm itself, so that its words are opensm's arguments. */
    boolean startsOpensm() {
        return !command.isEmpty() && fileName(command.getFirst()).equals("opensm");
    }

    boolean startsLaunchScript() {
        return command.stream().anyMatch(word -> fileName(word).equals("opensm-launch"));
    }

    boolean mentionsOpensm() {
        return command.stream().anyMatch(word -> word.contains("opensm"));
    }
}
