package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file, or what a link of that name points to, as stat(1) lists it.
 *
 * @param modifiedSeconds last modification, in seconds since 1970
 * @param mode kind and permission bits (st_mode of stat(2))
 */
public record ListedFile(String path, long modifiedSeconds, int mode) {
    /** Raw mode and all, in the format of GNU's and busybox's stat. */
    static final String STAT = "stat -L -c '%Y %f %n' -- ";

    /** Kind of file: S_IFMT and S_IFREG, S_IFCHR of stat(2). */
    private static final int KIND = 0170000;

    private static final int REGULAR = 0100000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int PERMISSIONS = 07777;
    private static final Pattern LINE = Pattern.compile("(\\d{1,18}) ([0-9a-f]{1,8}) (/.*)");

    static Optional<ListedFile> of(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new ListedFile(
                        matcher.group(3), Long.parseLong(matcher.group(1)), (int) Long.parseLong(matcher.group(2), 16)))
                : Optional.empty();
    }

    /** The files that a command has listed; none where it is no command of this program's that lists. */
    public static List<ListedFile> in(Operation operation, Outcome outcome) {
        boolean lists = operation instanceof Operation.RunCommand command
                && command.arguments().getLast().contains(STAT);
        return lists && outcome instanceof Outcome.CommandEnded ended
                ? ended.stdout()
                        .lossyText()
                        .lines()
                        .flatMap(line -> of(line).stream())
                        .toList()
                : List.of();
    }

    public boolean isRegular() {
        return (mode & KIND) == REGULAR;
    }

    /** What systemd and modprobe take for an empty file: a link to /dev/null. */
    public boolean isDevice() {
        return (mode & KIND) == CHARACTER_DEVICE;
    }

    /** Permission bits, for example 0644. */
    public int permissions() {
        return mode & PERMISSIONS;
    }
}
