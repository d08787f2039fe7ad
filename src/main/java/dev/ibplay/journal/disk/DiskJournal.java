package dev.ibplay.journal.disk;

import dev.ibplay.journal.EventJson;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunJournal;
import dev.ibplay.journal.RunName;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The journal of one run: {@code events.jsonl}, and {@code blobs/SHA256} for texts of files, before the event that names
 * them. Events of many hosts that wait at the same time share one fsync.
 */
public final class DiskJournal implements RunJournal, AutoCloseable {
    static final String EVENTS = "events.jsonl";
    static final String BLOBS = "blobs";

    private final Path blobs;
    private final FileOutputStream events;
    private final EventJson json;
    private final Clock clock;
    private final Object syncing = new Object();
    private long written;
    private long durable;
    private volatile boolean broken;
    private final boolean isDurable;

    private DiskJournal(boolean isDurable, Path blobs, FileOutputStream events, EventJson json, Clock clock) {
        this.isDurable = isDurable;
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
        FileOutputStream events = create(own.resolve(EVENTS));
        var journal = new DiskJournal(true, blobs, events, new EventJson(hide), clock);
        try {
            JournalFolder.sync(own);
            return journal;
        } catch (IOException broken) {
            journal.close();
            throw broken;
        }
    }

    /**
     * Begins a copy of a run's record in a folder that is there, for others to read: it is written as the run goes on, and
     * nothing waits for it to be durable.
     */
    public static DiskJournal copy(Path folder, UnaryOperator<String> hide, Clock clock) throws IOException {
        Path blobs = Files.createDirectory(folder.resolve(BLOBS), JournalFolder.OWNER_ONLY);
        return new DiskJournal(false, blobs, create(folder.resolve(EVENTS)), new EventJson(hide), clock);
    }

    /** A plain stream: a channel would be closed by an interrupt of the thread that writes. */
    private static FileOutputStream create(Path file) throws IOException {
        Files.createFile(file, JournalFolder.OWNER_ONLY_FILE);
        return new FileOutputStream(file.toFile(), true);
    }

    @Override
    public void record(JournalEvent event) throws IOException {
        record(List.of(event));
    }

    @Override
    public void record(List<JournalEvent> several) throws IOException {
        try {
            long last = 0;
            for (JournalEvent event : several) {
                keep(json.blobs(event));
                last = append(event);
            }
            awaitDurable(last);
        } catch (IOException first) {
            broken = true;
            throw first;
        }
    }

    private synchronized void keep(Map<String, String> texts) throws IOException {
        boolean any = false;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = blobs.resolve(text.getKey());
            if (!Files.exists(file)) {
                any = true;
                try (FileOutputStream blob = create(file)) {
                    write(blob, text.getValue());
                    if (isDurable) {
                        blob.getFD().sync();
                    }
                }
            }
        }
        if (any && isDurable) {
            JournalFolder.sync(blobs);
        }
    }

    private synchronized long append(JournalEvent event) throws IOException {
        if (broken) {
            // Another line behind one that is cut off would make both unreadable.
            throw new IOException("an earlier event could not be written");
        }
        try {
            write(events, json.line(clock.instant(), event));
        } catch (IOException cut) {
            broken = true;
            throw cut;
        }
        return ++written;
    }

    private synchronized long written() {
        return written;
    }

    /** Whoever comes first makes all lines durable that are there by then; the others find theirs done. */
    private void awaitDurable(long line) throws IOException {
        if (!isDurable) {
            return;
        }
        synchronized (syncing) {
            if (durable < line) {
                long all = written();
                events.getFD().sync();
                durable = all;
            }
        }
    }

    private static void write(FileOutputStream file, String text) throws IOException {
        file.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        events.close();
    }
}
