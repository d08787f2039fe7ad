package dev.ibplay.transport.conformance;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Deletes folders of cases on this machine. */
final class RealFolders {
    private static final int DELETE_TRIES = 500;

    private RealFolders() {}

    /** A far end that has just been closed may still be giving back its lock in there. */
    static void delete(Path folder) throws IOException {
        for (int left = DELETE_TRIES; ; left--) {
            try {
                deleteOnce(folder);
                return;
            } catch (DirectoryNotEmptyException | NoSuchFileException busy) {
                if (left == 0) {
                    throw busy;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private static void deleteOnce(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                Files.setAttribute(dir, "unix:mode", 0700);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                Files.delete(dir);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
