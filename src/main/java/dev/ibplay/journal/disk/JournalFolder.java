package dev.ibplay.journal.disk;

import dev.ibplay.journal.RunName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where runs are recorded: {@code $XDG_STATE_HOME/ibplay}, by default {@code ~/.local/state/ibplay}; for its owner only. */
public record JournalFolder(Path path) {
    static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** A relative XDG_STATE_HOME is ignored, as the XDG Base Directory Specification wants it. */
    public static JournalFolder of(Map<String, String> environment, Path home) {
        Path state = Path.of(environment.getOrDefault("XDG_STATE_HOME", ""));
        return new JournalFolder(
                (state.isAbsolute() ? state : home.resolve(".local").resolve("state")).resolve("ibplay"));
    }

    Path runs() {
        return path.resolve("runs");
    }

    Path of(RunName run) {
        return runs().resolve(run.text());
    }

    /**
     * Makes a run's folder, and those above it where they are missing.
     *
     * @throws FileAlreadyExistsException when there is a run of this name
     */
    Path create(RunName run) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path place = runs(); place != null && !Files.exists(place); place = place.getParent()) {
            missing.add(place);
        }
        try {
            Files.createDirectories(runs(), OWNER_ONLY);
        } catch (FileAlreadyExistsException noFolder) {
            throw new NotDirectoryException(noFolder.getFile());
        }
        for (Path made : missing) {
            sync(made.resolveSibling("."));
        }
        Path folder = Files.createDirectory(of(run), OWNER_ONLY);
        sync(runs());
        return folder;
    }

    /** Removes a run's folder. It loses its name first, so that there is never half a run. */
    void remove(RunName run) throws IOException {
        Path doomed = Files.move(of(run), runs().resolve(".removed-" + run.text()));
        List<Path> all;
        try (var paths = Files.walk(doomed)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    /** Makes new names in a folder durable. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** All runs, newest first; none where nothing was ever recorded. */
    List<RunName> names() throws IOException {
        try (var names = Files.list(runs())) {
            return names.map(path -> path.getFileName().toString())
                    .map(RunName::parse)
                    .flatMap(Optional::stream)
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (NoSuchFileException expected) {
            return List.of();
        }
    }
}
