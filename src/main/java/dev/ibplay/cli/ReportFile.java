package dev.ibplay.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes a report for other programs: they see the old one or the whole new one. */
final class ReportFile {
    private ReportFile() {}

    /** Replaces a file, with the mode that the umask gives; writes into what is no file, such as {@code /dev/stdout}. */
    static void write(Path file, String text) throws IOException {
        write(file, text, false);
    }

    /** The same with mode 0644 whatever the umask: who collects it is another user. */
    static void writeForAll(Path file, String text) throws IOException {
        write(file, text, true);
    }

    private static void write(Path file, String text, boolean forAll) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text, StandardCharsets.UTF_8);
            return;
        }
        Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
        // The collector reads files that end with .prom; this one must not.
        Path whole = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.writeString(whole, text, StandardCharsets.UTF_8);
            if (forAll) {
                Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rw-r--r--"));
            }
            Files.move(whole, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            if (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(whole);
            }
        }
    }
}
