package dev.ibplay.journal.disk;

import dev.ibplay.journal.EventJson;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunJournal;
import dev.ibplay.journal.RunName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The journal of one run: {@code events.jsonl}, and {@code blobs/SHA256} for texts of files, before the event that names
 * them. Events of many hosts that wait at the same time share one fsync.
 */
public final class DiskJournal implements RunJournal, AutoCloseable {
    static final String EVENTS = "events.jsonl";
    static final String BLOBS = "blobs";

    private final Path blobs;
    private final FileChannel events;
    private final EventJson json;
    private final Clock clock;
    private final Object syncing = new Object();
    private long written;
    private long durable;

    private DiskJournal(Path blobs, FileChannel events, EventJson json, Clock clock) {
        this.blobs = blobs;
        this.events = events;
        this.json = json;
        this.clock = clock;
    }

    /**
     * Begins the journal of a run.
     *
     * @param hide takes out of every text what must not be written
     * @throws java.nio.file.FileAlreadyExistsException when there is a run of this name already
     */
    public static DiskJournal create(JournalFolder folder, RunName run, UnaryOperator<String> hide, Clock clock)
            throws IOException {
        Path own = folder.create(run);
        Path blobs = Files.createDirectory(own.resolve(BLOBS), JournalFolder.OWNER_ONLY);
        FileChannel events = create(own.resolve(EVENTS));
        JournalFolder.sync(own);
        return new DiskJournal(blobs, events, new EventJson(hide), clock);
    }

    private static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), JournalFolder.OWNER_ONLY_FILE);
    }

    @Override
    public void record(JournalEvent event) throws IOException {
        keep(json.blobs(event));
        awaitDurable(append(event));
    }

    private synchronized void keep(Map<String, String> texts) throws IOException {
        boolean any = false;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = blobs.resolve(text.getKey());
            if (!Files.exists(file)) {
                any = true;
                try (FileChannel channel = create(file)) {
                    write(channel, text.getValue());
                    channel.force(true);
                }
            }
        }
        if (any) {
            JournalFolder.sync(blobs);
        }
    }

    private synchronized long append(JournalEvent event) throws IOException {
        write(events, json.line(clock.instant(), event));
        return ++written;
    }

    private synchronized long written() {
        return written;
    }

    /** Whoever comes first makes all lines durable that are there by then; the others find theirs done. */
    private void awaitDurable(long line) throws IOException {
        synchronized (syncing) {
            if (durable < line) {
                long all = written();
                events.force(false);
                durable = all;
            }
        }
    }

    private static void write(FileChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
