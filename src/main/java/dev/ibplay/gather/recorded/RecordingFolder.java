package dev.ibplay.gather.recorded;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.RecordingFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A folder with one file of saved facts for each host, for its owner only. */
public record RecordingFolder(Path path) {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final String ENDING = ".jsonl";

    /** Of 255 bytes that Linux's file systems allow, with room for the ending and for a temporary file's. */
    private static final int MAX_NAME = 200;

    /** Makes the folder, and those above it, where they are missing; one that is there keeps its mode. */
    public void create() throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        try {
            Files.createDirectories(path, OWNER_ONLY);
        } catch (FileAlreadyExistsException noFolder) {
            throw new NotDirectoryException(noFolder.getFile());
        }
    }

    /**
     * The file of a host. Letters, digits, {@code -}, {@code _} and dots that do not begin the name stay; other bytes of the
     * host's name are written as {@code %2F} is in an address. A name that is too long ends in a digest of the whole.
     */
    public Path file(String host) {
        StringBuilder name = new StringBuilder();
        for (byte b : host.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
            if (plain || (c == '.' && !name.isEmpty())) {
                name.append(c);
            } else {
                name.append("%%%02X".formatted((int) c));
            }
        }
        if (name.length() > MAX_NAME) {
            name.setLength(MAX_NAME);
            name.append("%%").append(UUID.nameUUIDFromBytes(host.getBytes(StandardCharsets.UTF_8)));
        }
        return path.resolve(name + ENDING);
    }

    public boolean holds(String host) {
        return Files.exists(file(host));
    }

    /** Writes a host's file anew, without secrets: it is the old one or the new one, never between, and durable when done. */
    public void save(HostRecording recording, Concealment concealment, Instant now) throws IOException {
        Path file = file(recording.host());
        Path temporary = Files.createTempFile(path, ".", ".new", OWNER_ONLY_FILE);
        boolean done = false;
        try {
            String text = RecordingFormat.write(concealment.conceal(recording), now);
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(temporary);
            }
        }
        try (FileChannel folder = FileChannel.open(path, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** Reads a host's file; nothing where it is wrong, then {@code problems} says why. One that is not there is an error, too. */
    public Optional<HostRecording> load(String host, Problems problems) {
        Path file = file(host);
        Span start = Span.startOf(file.toString());
        try {
            Optional<String> text = Bytes.of(Files.readAllBytes(file)).utf8();
            if (text.isEmpty()) {
                problems.error(Code.RECORDING_MALFORMED, start, "the file is no UTF-8");
            }
            return text.flatMap(t -> RecordingFormat.read(file.toString(), t, host, problems));
        } catch (NoSuchFileException none) {
            problems.error(
                    Code.FILE_UNREADABLE,
                    start,
                    "no facts of " + host + " are saved here",
                    "save them with ibplay facts --save");
            return Optional.empty();
        } catch (IOException failure) {
            problems.error(Code.FILE_UNREADABLE, start, "cannot read the file: " + failure.getMessage());
            return Optional.empty();
        }
    }
}
