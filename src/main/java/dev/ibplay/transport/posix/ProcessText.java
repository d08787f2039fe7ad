package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome.ProcessEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kernel's text about one process (proc(5)). */
final class ProcessText {
    /** PID (comm) and the fields from the third on; comm may hold blanks and parentheses, so the last one counts. */
    private static final Pattern STAT = Pattern.compile("(\\d+) \\((.*)\\) (.*)", Pattern.DOTALL);

    /** Field 22 counted from the third. */
    private static final int START_TIME = 22 - 3;

    private ProcessText() {}

    /**
     * Reads {@code /proc/PID/stat} and {@code /proc/PID/cmdline}.
     *
     * @param ticksPerSecond of the start time
     * @param bootSeconds {@code btime} of {@code /proc/stat}
     */
    static Optional<ProcessEntry> read(Bytes stat, Bytes commandLine, long ticksPerSecond, long bootSeconds) {
        Matcher matcher = STAT.matcher(stat.lossyText().strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String[] fields = matcher.group(3).split(" ", -1);
        if (fields.length <= START_TIME || !fields[START_TIME].matches("\\d{1,18}")) {
            return Optional.empty();
        }
        long ticks = Long.parseLong(fields[START_TIME]);
        return Optional.of(new ProcessEntry(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                arguments(commandLine),
                ticks,
                bootSeconds + ticks / ticksPerSecond));
    }

    /** NUL ends each argument; a process that overwrote its arguments may leave the last one open. */
    private static List<String> arguments(Bytes commandLine) {
        String text = new String(commandLine.toArray(), StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            return List.of();
        }
        String closed = text.endsWith("\0") ? text.substring(0, text.length() - 1) : text;
        return List.of(closed.split("\0", -1));
    }
}
