package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a process named opensm runs: what its arguments do not say.
 *
 * @param folder that relative paths start from; empty where it may not be seen
 * @param program the file that it runs; empty where it may not be seen
 * @param unit the system unit whose control group it is in
 * @param contained whether it has a process number space of its own, as in a container: its files are others than the host's
 */
record ProcessPlace(Optional<String> folder, Optional<String> program, Optional<String> unit, boolean contained) {
    static final ProcessPlace UNKNOWN = new ProcessPlace(Optional.empty(), Optional.empty(), Optional.empty(), false);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String SCRIPT = """
            own=$(readlink /proc/self/ns/pid 2>/dev/null)
            for d in /proc/[0-9]*; do
            read -r name 2>/dev/null <$d/comm || continue
            [ "$name" = opensm ] || continue
            echo "process ${d#/proc/}"
            echo "folder $(readlink $d/cwd 2>/dev/null)"
            echo "program $(readlink $d/exe 2>/dev/null)"
            space=$(readlink $d/ns/pid 2>/dev/null)
            [ -z "$space" ] || [ -z "$own" ] || [ "$space" = "$own" ] || echo "contained"
            while read -r group; do echo "group $group"; done 2>/dev/null <$d/cgroup
            done
            exit 0
            """;

    static Operation operation() {
        return RunCommand.of(LIMIT, "sh", "-c", SCRIPT);
    }

    /** By process number; nothing of those that could not be looked at. */
    static Map<Integer, ProcessPlace> parse(Outcome outcome) {
        Map<Integer, ProcessPlace> places = new HashMap<>();
        int pid = 0;
        for (String line :
                ToolAnswer.of(outcome).ifKnown().map(ToolOutput::lines).orElseGet(List::of)) {
            int blank = line.indexOf(' ');
            String word = blank < 0 ? line : line.substring(0, blank);
            Optional<String> rest = Optional.of(line.substring(blank + 1)).filter(text -> blank > 0 && !text.isEmpty());
            if (word.equals("process")) {
                pid = rest.map(SystemdUnits::number).orElse(0);
                places.put(pid, UNKNOWN);
            } else if (places.containsKey(pid)) {
                places.computeIfPresent(pid, (key, place) -> place.with(word, rest));
            }
        }
        return Map.copyOf(places);
    }

    private ProcessPlace with(String word, Optional<String> value) {
        return switch (word) {
            case "folder" -> new ProcessPlace(value, program, unit, contained);
            case "program" ->
                new ProcessPlace(folder, value.map(text -> text.replaceFirst(" \\(deleted\\)$", "")), unit, contained);
            case "contained" -> new ProcessPlace(folder, program, unit, true);
            case "group" ->
                new ProcessPlace(folder, program, unit.or(() -> value.flatMap(ProcessPlace::unitOf)), contained);
            default -> this;
        };
    }

    /** Of a line of cgroups(7), /proc/PID/cgroup; a unit of a user's own systemd is none of the system's. */
    private static Optional<String> unitOf(String line) {
        String[] parts = line.split(":", 3);
        boolean systemds = parts.length == 3 && (parts[1].isEmpty() || parts[1].equals("name=systemd"));
        return systemds && !parts[2].contains("/user@")
                ? Stream.of(parts[2].split("/", -1))
                        .filter(name -> name.endsWith(".service"))
                        .findFirst()
                : Optional.empty();
    }
}
