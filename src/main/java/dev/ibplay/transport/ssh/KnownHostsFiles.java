package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The known_hosts files of a run: each is read once, and grows by the keys that are accepted. Safe for many threads. */
final class KnownHostsFiles {
    private final Map<Path, KnownHosts> read = new HashMap<>();

    /** All lines of these files in their order; a file that does not exist is empty, one that cannot be read is an error. */
    synchronized KnownHosts load(List<Path> files) throws IOException {
        KnownHosts all = new KnownHosts(List.of(), List.of());
        for (Path file : files) {
            all = all.and(load(file));
        }
        return all;
    }

    private KnownHosts load(Path file) throws IOException {
        KnownHosts cached = read.get(file);
        if (cached != null) {
            return cached;
        }
        KnownHosts fresh;
        try {
            fresh = KnownHosts.parse(file, Bytes.of(Files.readAllBytes(file)).lossyText());
        } catch (NoSuchFileException absent) {
            fresh = new KnownHosts(List.of(), List.of());
        }
        read.put(file, fresh);
        return fresh;
    }

    /**
     * Adds one line by one append, so that a reader or another run never sees half of it; none if it is there, as when
     * two hosts of the inventory are one.
     */
    synchronized void add(Path file, String name, HostKey key) throws IOException {
        if (load(file).about(name).judge(key) instanceof HostKeyVerdict.Trusted) {
            return;
        }
        createFolder(file);
        String line = name + " " + key.type() + " " + key.base64() + "\n";
        Set<StandardOpenOption> append = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (FileChannel channel = FileChannel.open(file, append, ownerOnly("rw-------"))) {
            String text = endsWithinLine(file) ? "\n" + line : line;
            channel.write(ByteBuffer.wrap(Bytes.ofUtf8(text).toArray()));
        }
        read.remove(file);
    }

    private static void createFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.exists(folder)) {
            Files.createDirectories(folder, ownerOnly("rwx------"));
        }
    }

    private static FileAttribute<?> ownerOnly(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    private static boolean endsWithinLine(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            if (content.length() == 0) {
                return false;
            }
            content.seek(content.length() - 1);
            return content.read() != '\n';
        }
    }
}
