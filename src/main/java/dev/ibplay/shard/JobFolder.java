package dev.ibplay.shard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A folder that all shards of one job see. Files appear whole: they are written aside, then renamed, or linked where only the
 * first may win. That is atomic on NFS, too, where locks of files and appends of several machines are not to be relied on.
 *
 * @param path need not exist yet
 */
public record JobFolder(Path path) {
    private static final String JOB = "job.json";
    private static final String ENDED = "ended";
    private static final String BEAT = "beat";
    private static final String POSTS = "posts";
    private static final String FATAL = "fatal.json";

    /** More than any number that a file of ours holds as text. */
    private static final int MOST_DIGITS = 9;

    private static final int TRIES = 5;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Makes the folder where it is missing; for its owner only. */
    public void make() throws IOException {
        Files.createDirectories(path, OWNER_ONLY);
    }

    /** What the job is; nothing before its first shard has begun, or where the file cannot be understood. */
    public Optional<JobDescription> job() throws IOException {
        return read(path.resolve(JOB)).flatMap(JobDescription::parse);
    }

    /** Says what the job is, unless a shard has said so already; gives what holds. */
    public JobDescription agreeOn(JobDescription own) throws IOException {
        create(path.resolve(JOB), own.toJson());
        return job().orElseThrow(() -> new IOException(path.resolve(JOB) + " is not a job's description"));
    }

    /** Where a shard keeps the record of its run, and says whether it lives. */
    public Path of(int shard) {
        return path.resolve(Integer.toString(shard));
    }

    /** Whether a shard has begun. */
    public boolean has(int shard) {
        return Files.isDirectory(of(shard));
    }

    /**
     * A shard begins.
     *
     * @throws FileAlreadyExistsException when it has begun before
     */
    void begin(int shard) throws IOException {
        Files.createDirectory(of(shard), OWNER_ONLY);
        Files.createDirectory(of(shard).resolve(POSTS), OWNER_ONLY);
    }

    /** A shard's exit code, once it has ended. */
    public OptionalInt ended(int shard) throws IOException {
        Optional<String> text = read(of(shard).resolve(ENDED)).map(String::strip);
        return text.isPresent() && text.get().matches("\\d{1," + MOST_DIGITS + "}")
                ? OptionalInt.of(Integer.parseInt(text.get()))
                : OptionalInt.empty();
    }

    /** A shard ends: the last that is heard of it. */
    void end(int shard, int exitCode) throws IOException {
        put(of(shard).resolve(ENDED), exitCode + "\n");
    }

    /** A text that changes as long as a shard lives. */
    public Optional<String> beat(int shard) throws IOException {
        return read(of(shard).resolve(BEAT));
    }

    void beat(int shard, long count) throws IOException {
        put(of(shard).resolve(BEAT), count + "\n");
    }

    /** What a shard has said under a name. */
    public Optional<Post> post(int shard, String name) throws IOException {
        return read(of(shard).resolve(POSTS).resolve(name)).flatMap(Post::parse);
    }

    void post(int shard, Post post) throws IOException {
        put(of(shard).resolve(POSTS).resolve(post.name()), post.toJson());
    }

    /** Why no shard may go on with a play that says {@code any_errors_fatal}; the first reason stands. */
    public Optional<Post.Stopped> fatal() throws IOException {
        return read(path.resolve(FATAL))
                .flatMap(Post::parse)
                .filter(Post.Stopped.class::isInstance)
                .map(Post.Stopped.class::cast);
    }

    void fatal(Post.Stopped why) throws IOException {
        create(path.resolve(FATAL), why.toJson());
    }

    /** A file that is replaced by another machine while it is read may give a stale handle (ESTALE): it is opened anew. */
    private static Optional<String> read(Path file) throws IOException {
        for (int tries = 1; ; tries++) {
            try {
                return Optional.of(Files.readString(file, StandardCharsets.UTF_8));
            } catch (NoSuchFileException expected) {
                return Optional.empty();
            } catch (IOException failure) {
                if (tries == TRIES) {
                    throw failure;
                }
            }
        }
    }

    private static Path aside(Path file, String text) throws IOException {
        String name = "." + file.getFileName() + "-" + ProcessHandle.current().pid() + "-"
                + Thread.currentThread().threadId();
        return Files.writeString(file.resolveSibling(name), text, StandardCharsets.UTF_8);
    }

    private static void put(Path file, String text) throws IOException {
        Files.move(aside(file, text), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Several shards may do this at once, on several machines: the name aside is a random one. */
    private static void create(Path file, String text) throws IOException {
        Path aside = Files.createTempFile(file.getParent(), "." + file.getFileName(), "");
        try {
            Files.writeString(aside, text, StandardCharsets.UTF_8);
            Files.createLink(file, aside);
        } catch (FileAlreadyExistsException expected) {
            // Somebody was first.
        } finally {
            Files.deleteIfExists(aside);
        }
    }
}
