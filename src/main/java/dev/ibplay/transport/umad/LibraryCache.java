package dev.ibplay.transport.umad;

import dev.ibplay.transport.ssh.HomeDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Where libraries lie to be loaded: {@code ibplay} in the user's cache folder (XDG Base Directory Specification), which nobody
 * else may write to. A file is named by its SHA-256.
 */
record LibraryCache(Path folder) {
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");

    static LibraryCache of(Map<String, String> environment) {
        Path cache = Path.of(environment.getOrDefault("XDG_CACHE_HOME", ""));
        // The specification has relative paths ignored.
        Path parent = cache.isAbsolute() ? cache : HomeDirectory.of(environment).resolve("~/.cache");
        return new LibraryCache(parent.resolve("ibplay"));
    }

    /** The path of a file with this content, which is written unless it is there. */
    Path put(byte[] content) throws IOException {
        makeFolder();
        Path path = folder.resolve("libibplay-" + sha256(content) + ".so");
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                || !Arrays.equals(Files.readAllBytes(path), content)) {
            Path temporary = Files.createTempFile(folder, ".libibplay-", "");
            try {
                Files.write(temporary, content);
                Files.setPosixFilePermissions(temporary, OWN);
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        }
        return path;
    }

    /** Whoever may write to the folder could have this process run code. */
    private void makeFolder() throws IOException {
        Files.createDirectories(folder.toAbsolutePath().getParent());
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
        } catch (FileAlreadyExistsException e) {
            PosixFileAttributes found =
                    Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Set<PosixFilePermission> allowed = found.permissions();
            // A process's folder belongs to its user.
            boolean isOurs = found.owner().equals(Files.getOwner(Path.of("/proc/self")));
            if (!found.isDirectory()
                    || !isOurs
                    || allowed.contains(PosixFilePermission.GROUP_WRITE)
                    || allowed.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException(folder + " is not a folder that this user alone may write to", e);
            }
        }
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
