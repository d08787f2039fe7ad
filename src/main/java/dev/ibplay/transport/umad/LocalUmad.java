package dev.ibplay.transport.umad;

import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.helper.BatchFrames;
import dev.ibplay.transport.helper.MalformedFrame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The control node as a vantage point, asked in this process: reads files and sends management packets with the rights of this
 * user. Operations that change something are {@link Outcome.OperationFailed} (ENOSYS). A node without umad devices answers
 * queries with ENODEV, a user who may not open them with EACCES.
 */
public final class LocalUmad implements HostSession {
    private static final String RESOURCE = "/" + Platform.RESOURCE_PREFIX + "/libibplay.so";

    private final String host;
    private final UmadLibrary library;
    private final Pointer context;
    /** Held while the context is in use, so that it is not closed under a batch. */
    private final ReentrantLock use = new ReentrantLock();

    private final AtomicBoolean closed = new AtomicBoolean();
    private int batches;

    private LocalUmad(String host, UmadLibrary library) {
        this.host = host;
        this.library = library;
        context = library.open();
    }

    /**
     * Unpacks and loads the library.
     *
     * @param host the control node's name, which messages show
     * @param environment of this process: HOME and XDG_CACHE_HOME
     * @throws TransportException (FAR_END_BROKEN) when this build has no library for the platform, or it cannot be unpacked or
     *     loaded
     */
    public static LocalUmad open(String host, Map<String, String> environment) throws TransportException {
        LibraryCache cache = LibraryCache.of(environment);
        try (InputStream content = LocalUmad.class.getResourceAsStream(RESOURCE)) {
            if (Objects.isNull(content)) {
                throw new TransportException(
                        host,
                        Kind.FAR_END_BROKEN,
                        "this build has no library for port queries on " + Platform.RESOURCE_PREFIX,
                        Optional.of("name another host as the vantage point, or build on a machine with gcc"));
            }
            Path path = cache.put(content.readAllBytes());
            return new LocalUmad(host, UmadLibrary.load(path));
        } catch (IOException e) {
            throw new TransportException(
                    host,
                    Kind.FAR_END_BROKEN,
                    "the library for port queries cannot be unpacked: " + e.getMessage(),
                    "make " + cache.folder() + " writable for this user and nobody else, or set XDG_CACHE_HOME",
                    e);
        } catch (UnsatisfiedLinkError e) {
            throw new TransportException(
                    host,
                    Kind.FAR_END_BROKEN,
                    "the library for port queries cannot be loaded: " + e.getMessage(),
                    "it needs glibc 2.17 or later, and a cache folder that is not mounted noexec (XDG_CACHE_HOME)",
                    e);
        }
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        if (batch.operations().isEmpty()) {
            return List.of();
        }
        byte[] frame = BatchFrames.encode(batch);
        UmadLibrary.Answer answer = perform(frame, timeLimit);
        if (answer.error() != 0) {
            throw failure(answer.error(), timeLimit);
        }
        try {
            return BatchFrames.decode(
                    answer.frames().toArray(), batch.operations().size());
        } catch (MalformedFrame e) {
            throw new TransportException(
                    host,
                    Kind.FAR_END_BROKEN,
                    "the library's answer makes no sense: " + e.getMessage(),
                    "name the control node as a host with ibplay_connection: local instead",
                    e);
        }
    }

    private UmadLibrary.Answer perform(byte[] frame, Duration timeLimit) {
        use.lock();
        try {
            if (closed.get()) {
                return new UmadLibrary.Answer(UmadLibrary.ECANCELED, Bytes.EMPTY);
            }
            batches++;
            return library.perform(context, frame, timeLimit);
        } finally {
            use.unlock();
        }
    }

    private TransportException failure(int error, Duration timeLimit) {
        return switch (error) {
            case UmadLibrary.ETIMEDOUT ->
                new TransportException(
                        host,
                        Kind.TIMED_OUT,
                        "the port queries took longer than " + timeLimit.toSeconds() + " s",
                        Optional.of("look for ports that do not answer, or raise the time limit"));
            case UmadLibrary.ECANCELED ->
                new TransportException(host, Kind.CONNECTION_LOST, "the session was closed", Optional.empty());
            default ->
                new TransportException(
                        host, Kind.FAR_END_BROKEN, "the library failed with error " + error, Optional.empty());
        };
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(0, 0, batches);
    }

    /** Closes the devices; a batch under way on another thread is cancelled first. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            library.cancel(context);
            use.lock();
            try {
                library.close(context);
            } finally {
                use.unlock();
            }
        }
    }
}
