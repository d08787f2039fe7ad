package dev.ibplay.transport.ssh.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files that configurations are in.
 *
 * @param userId the number of the user who may own them, beside root
 */
public record ConfigFiles(String userId) {
    private static final int WRITABLE_BY_OTHERS = 0022;

    /** The text of a file; nothing when there is none. */
    Optional<String> read(Path file) throws IOException {
        try {
            // bytes that are no UTF-8 stand for themselves: names are compared, and comments may be anything
            byte[] bytes = Files.readAllBytes(file);
            return Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** Whether nobody but root and the user can have written the file. */
    boolean isSafe(Path file) throws IOException {
        String owner = String.valueOf(Files.getAttribute(file, "unix:uid"));
        int mode = (Integer) Files.getAttribute(file, "unix:mode");
        return (owner.equals("0") || owner.equals(userId)) && (mode & WRITABLE_BY_OTHERS) == 0;
    }

    /** The files that a shell pattern names, sorted as glob(3) does. */
    List<Path> matching(String pattern) {
        List<Path> found = List.of(Path.of("/"));
        for (String part : pattern.split("/+", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            List<Path> next = new ArrayList<>();
            for (Path folder : found) {
                next.addAll(children(folder, part));
            }
            found = next;
        }
        return found.stream().filter(Files::exists).toList();
    }

    private static List<Path> children(Path folder, String part) {
        if (part.chars().noneMatch(c -> "*?[".indexOf(c) >= 0)) {
            return List.of(folder.resolve(part));
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + part.replace("{", "\\{"));
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> matcher.matches(path.getFileName()))
                    .filter(path -> part.startsWith(".")
                            || !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
