package dev.ibplay.lab.shell;

import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * All that a subshell gets a copy of (POSIX.1-2017, XCU 2.12). A subshell in the foreground shares its shell's process; one
 * in the background has its own.
 */
final class ShellEnvironment {
    static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    final Machine machine;
    final SimulatedProcess process;
    /** Whether {@code exec} may become another program. */
    final boolean ownsProcess;
    /** What {@code $$} is, in subshells too. */
    final int shellPid;

    final Variables variables;
    final Descriptors descriptors;
    final Map<String, Command> functions;
    /** By option letter. */
    final TreeSet<Character> options;
    /** By name without SIG; an empty action ignores the signal. */
    final SortedMap<String, String> traps;

    final Map<Integer, SimulatedProcess> children = new TreeMap<>();

    /** The steps of the session that this shell is the far end of; empty for all other shells. */
    Optional<SessionSteps> session = Optional.empty();

    String name;
    List<String> positional = List.of();
    String folder;
    int umask;
    int status;
    int line = 1;
    Optional<Integer> lastBackground = Optional.empty();
    /** Of the last command substitution in the current command. */
    Optional<Integer> substitutionStatus = Optional.empty();

    private ShellEnvironment(
            Machine machine, SimulatedProcess process, boolean ownsProcess, int shellPid, ShellParts parts) {
        this.machine = machine;
        this.process = process;
        this.ownsProcess = ownsProcess;
        this.shellPid = shellPid;
        this.variables = parts.variables();
        this.descriptors = parts.descriptors();
        this.functions = parts.functions();
        this.options = parts.options();
        this.traps = parts.traps();
        this.name = "sh";
        this.folder = "/";
    }

    private record ShellParts(
            Variables variables,
            Descriptors descriptors,
            Map<String, Command> functions,
            TreeSet<Character> options,
            SortedMap<String, String> traps) {}

    /** A new shell's. */
    ShellEnvironment(Machine machine, SimulatedProcess process, Variables variables, String name, String folder) {
        this(
                machine,
                process,
                true,
                process.pid(),
                new ShellParts(
                        variables, new Descriptors(), new HashMap<>(), new TreeSet<>(), new ConcurrentSkipListMap<>()));
        this.name = name;
        this.folder = folder;
        this.umask = process.umask();
    }

    /** A subshell's: traps are forgotten, but for what is ignored. */
    ShellEnvironment subshell(SimulatedProcess itsProcess, boolean owns) {
        SortedMap<String, String> ignored = new ConcurrentSkipListMap<>(traps);
        ignored.values().removeIf(action -> !action.isEmpty());
        ShellEnvironment copy = new ShellEnvironment(
                machine,
                itsProcess,
                owns,
                shellPid,
                new ShellParts(
                        variables.copy(),
                        descriptors.copy(),
                        new HashMap<>(functions),
                        new TreeSet<>(options),
                        ignored));
        copy.session = session;
        copy.name = name;
        copy.positional = positional;
        copy.folder = folder;
        copy.umask = umask;
        copy.status = status;
        copy.line = line;
        copy.lastBackground = lastBackground;
        return copy;
    }

    boolean has(char option) {
        return options.contains(option);
    }

    /** A path as the disk takes it. */
    String absolute(String path) {
        return path.startsWith("/") ? path : folder.equals("/") ? "/" + path : folder + "/" + path;
    }

    /** A parameter's value other than {@code @} and {@code *}. */
    Optional<String> parameter(String wanted) {
        char first = wanted.charAt(0);
        if (WordReader.isNameStart(first)) {
            return variables.get(wanted);
        }
        return switch (wanted) {
            case "?" -> Optional.of(Integer.toString(status));
            case "#" -> Optional.of(Integer.toString(positional.size()));
            case "$" -> Optional.of(Integer.toString(shellPid));
            case "!" -> lastBackground.map(pid -> Integer.toString(pid));
            case "-" -> Optional.of(flags());
            case "0" -> Optional.of(name);
            default -> positional(wanted);
        };
    }

    private String flags() {
        StringBuilder letters = new StringBuilder();
        options.forEach(letters::append);
        return letters.toString();
    }

    private Optional<String> positional(String digits) {
        int number = digits.matches("[0-9]{1,6}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
        return number >= 1 && number <= positional.size() ? Optional.of(positional.get(number - 1)) : Optional.empty();
    }
}
