package dev.ibplay.run;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many files and connections this process may have open ({@code ulimit -n}, getrlimit(2)'s RLIMIT_NOFILE) and has. The JVM
 * raises its limit to the hard one when it starts; a run that reaches that one can load no class and write no journal either,
 * so it must not begin.
 *
 * @param limit how many may be open
 * @param open how many are
 */
record OpenFiles(long limit, long open) {
    /** What else a run has open at its busiest: classes, the journal, a selector for each processor, files that are read. */
    private static final int REST = 64;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final String NAME = "Max open files";

    /** Of this process; nothing where there is no limit, or no Linux to tell it. */
    static Optional<OpenFiles> ofThisProcess() {
        try (Stream<Path> open = Files.list(OPEN)) {
            long now = open.count();
            return limit(Files.readAllLines(LIMITS)).map(most -> new OpenFiles(most, now));
        } catch (IOException elsewhere) {
            return Optional.empty();
        }
    }

    /** The soft limit in what proc_pid_limits(5) shows; nothing where it is unlimited or not told. */
    static Optional<Long> limit(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(NAME))
                .map(line -> line.substring(NAME.length()).strip().split("\\s+", -1)[0])
                .filter(soft -> soft.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .findFirst();
    }

    /**
     * Why so many connections are too many: each host's stays open until the run ends. One through a proxy command takes three
     * descriptors, which is not counted.
     *
     * @param connections how many are open at a time
     */
    Optional<Diagnostic> objection(long connections) {
        long needed = open + REST + connections;
        if (needed <= limit) {
            return Optional.empty();
        }
        return Optional.of(Diagnostic.error(
                        Code.OPEN_FILES,
                        new Location.Run(),
                        "%d descriptors would be open at once, and no more than %d may be (ulimit -n)"
                                .formatted(needed, limit))
                .withHint(
                        "raise the hard limit, such as by ulimit -Hn %d as root or LimitNOFILE=, or run in parts by --limit"
                                .formatted(needed)));
    }
}
