package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.opensm.OpensmArguments;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The OpenSMs among the processes. ESXi lists worlds, of which a process has one for each thread: world id, id of the process
 * (cartel), world name, command. Busybox's own ps has a number, a user and a time instead.
 */
final class EsxiProcesses {
    /** With {@code -c} the command line is shown; the others are for a ps that does not know it. */
    static final Operation PS =
            RunCommand.of(Duration.ofSeconds(20), "sh", "-c", "ps -c 2>/dev/null || ps w 2>/dev/null || ps");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final Pattern PROGRAM = Pattern.compile("(?:.*/)?opensm(?:-static)?");
    private static final Pattern WORLD = Pattern.compile("opensm\\S*");

    /** User, times, memory and state. */
    private static final Pattern BUSYBOX_COLUMN =
            Pattern.compile("root|\\d+(?::\\d+)+|\\d+(?:\\.\\d+)?[kmg]?|[RSDZTWIN][WN<+]*");

    private EsxiProcesses() {}

    /** Each process once. ESXi does not tell when it was started: both times are 0. */
    static List<OpensmProcess> parse(List<String> lines) {
        Map<Integer, OpensmProcess> found = new LinkedHashMap<>();
        lines.forEach(line -> process(line).ifPresent(process -> found.putIfAbsent(process.pid(), process)));
        return List.copyOf(found.values());
    }

    private static Optional<OpensmProcess> process(String line) {
        List<String> words = Arrays.asList(line.strip().split("\\s+", -1));
        int numbers = (int)
                words.stream().takeWhile(word -> NUMBER.matcher(word).matches()).count();
        int program = program(words, numbers);
        if (numbers == 0 || program < 0) {
            return Optional.empty();
        }
        // The second number of a world is its process, whichever thread this is.
        int pid = Integer.parseInt(words.get(numbers > 1 ? 1 : 0));
        return Optional.of(new OpensmProcess(pid, new OpensmArguments(words.subList(program, words.size())), 0, 0));
    }

    /** Where the command line begins; negative where it is not OpenSM's but that of a shell, a watchdog or grep. */
    private static int program(List<String> words, int from) {
        int program = -1;
        for (int i = from; i < words.size(); i++) {
            String word = words.get(i);
            if (PROGRAM.matcher(word).matches()) {
                program = i;
                if (word.indexOf('/') >= 0) {
                    return program;
                }
            } else if (program >= 0) {
                return program;
            } else if (!WORLD.matcher(word).matches()
                    && !BUSYBOX_COLUMN.matcher(word).matches()) {
                return -1;
            }
        }
        return program;
    }
}
