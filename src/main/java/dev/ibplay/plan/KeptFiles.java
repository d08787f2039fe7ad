package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.RunCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The old contents of files that a plan changes, which stay on the host: the journal has only their digests, since files may
 * hold secrets. A file that is changed twice in one run is kept twice. Copies of earlier runs go after {@value #DAYS} days.
 */
public final class KeptFiles {
    private static final String FOLDER = "/var/lib/ibplay/kept";
    private static final int DAYS = 30;
    /**
     * Makes the run's folder, and with it a new one looks whether others are too old: where find can say so, which that of an old
     * busybox cannot. Where there are no others it is not started.
     */
    private static final String MAKE_FOLDER = """
            umask 077
            [ ! -d "$1" ] || exit 0
            mkdir -p "$1" || exit
            for other in "$2"/*; do
                [ "$other" = "$1" ] || [ ! -d "$other" ] && continue
                find "$2" -mindepth 1 -maxdepth 1 -mtime +%d -exec rm -rf {} +
                break
            done
            exit 0
            """.formatted(DAYS);

    private static final int OWNER_ONLY = 0600;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private record Place(String host, String path) {}

    private final String run;
    private final Map<Place, Integer> times = new HashMap<>();

    KeptFiles(String run) {
        this.run = run;
    }

    /**
     * The next copy of a file on its host: {@code etc%2Fa.conf}, then {@code etc%2Fa.conf~2}. One of a Windows host has its drive in
     * its name: {@code C%3A%5Ca.conf}.
     */
    private String path(FileChange change) {
        int time = times.merge(new Place(change.host(), change.path()), 1, Integer::sum);
        String escaped = change.path().replace("%", "%25").replace("/", "%2F");
        String name = isOnWindows(change)
                ? escaped.replace("\\", "%5C").replace(":", "%3A")
                : escaped.substring("%2F".length());
        return FOLDER + "/" + run + "/" + name + (time == 1 ? "" : "~" + time);
    }

    /** Keeps the old contents of files that are about to change; nothing for files that are new. */
    public List<Operation> keep(List<FileChange> changes) {
        List<Operation> operations = new ArrayList<>();
        for (FileChange change : changes) {
            change.before()
                    .ifPresent(content ->
                            operations.add(new ReplaceFile(path(change), Optional.empty(), content, OWNER_ONLY)));
        }
        // The far end on Windows makes the folder by itself, and gives it to administrators only.
        boolean needsFolder = changes.stream().noneMatch(KeptFiles::isOnWindows);
        if (!operations.isEmpty() && needsFolder) {
            operations.addFirst(folder(FOLDER + "/" + run));
        }
        return operations;
    }

    private static boolean isOnWindows(FileChange change) {
        return WindowsPath.is(change.path());
    }

    /** A step that writes files of one host and needs no guard: the old contents are kept first. */
    public Step.Act write(String host, List<FileChange> changes) {
        List<Operation> operations = keep(changes);
        operations.addAll(FileChange.operations(changes));
        return new Step.Act(
                host,
                FileChange.what(changes),
                List.of(),
                operations,
                changes.reversed().stream().map(FileChange::undo).toList());
    }

    /** Whether an operation only prepares for a change: a copy, or the folder of copies. */
    public static boolean prepares(Operation operation) {
        return switch (operation) {
            case ReplaceFile file -> isKept(file.path());
            case RunCommand command -> isPreparation(command);
            default -> false;
        };
    }

    /** Whether a path is that of such a copy. */
    static boolean isKept(String path) {
        return path.startsWith(FOLDER + "/");
    }

    /** Whether a command only makes the folder of copies. */
    static boolean isPreparation(RunCommand command) {
        return command.arguments().contains(MAKE_FOLDER);
    }

    private static Operation folder(String path) {
        return new RunCommand(List.of("sh", "-c", MAKE_FOLDER, "sh", path, FOLDER), Bytes.EMPTY, LIMIT);
    }
}
