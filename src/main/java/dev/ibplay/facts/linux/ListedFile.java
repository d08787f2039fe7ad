package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file, or what a link of that name points to, as stat(1) lists it.
 *
 * @param modifiedSeconds last modification, in seconds since 1970
 * @param mode kind and permission bits (st_mode of stat(2))
 */
public record ListedFile(String path, long modifiedSeconds, int mode) {
    /** Time, raw mode and name, in the format of GNU's and busybox's stat. */
    private static final List<String> STAT = List.of("stat", "-L", "-c", "%Y %f %n", "--");

    /** How a script begins the same, as it was asked before patterns told what they cannot look at. */
    private static final String STAT_IN_SCRIPT = "stat -L -c '%Y %f %n' -- ";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Kind of file: S_IFMT and S_IFREG, S_IFCHR of stat(2). */
    private static final int KIND = 0170000;

    private static final int REGULAR = 0100000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int PERMISSIONS = 07777;
    private static final Pattern LINE = Pattern.compile("(\\d{1,18}) ([0-9a-f]{1,8}) (/.*)");

    /** Asks for files by their paths; those that are not there are left out. */
    public static Operation listing(Collection<String> paths) {
        return RunCommand.of(LIMIT, Stream.concat(STAT.stream(), paths.stream()).toArray(String[]::new));
    }

    /** The paths that {@link #listing} asks for; none for any other operation. */
    public static List<String> asked(Operation operation) {
        return operation instanceof RunCommand command
                        && command.arguments().size() > STAT.size()
                        && command.arguments().subList(0, STAT.size()).equals(STAT)
                ? command.arguments().subList(STAT.size(), command.arguments().size())
                : List.of();
    }

    /** Whether an operation lists files, now or in earlier recordings. */
    public static boolean isListing(Operation operation) {
        return !asked(operation).isEmpty()
                || (operation instanceof RunCommand command
                        && command.arguments().getLast().contains(STAT_IN_SCRIPT));
    }

    private static Optional<ListedFile> of(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new ListedFile(
                        matcher.group(3), Long.parseLong(matcher.group(1)), (int) Long.parseLong(matcher.group(2), 16)))
                : Optional.empty();
    }

    /** The files that a listing has named. */
    public static List<ListedFile> in(Outcome.CommandEnded listed) {
        return listed.stdout()
                .lossyText()
                .lines()
                .flatMap(line -> of(line).stream())
                .toList();
    }

    /** As stat names it. */
    public String line() {
        return "%d %x %s".formatted(modifiedSeconds, mode, path);
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
