package dev.ibplay.cli;

import dev.ibplay.journal.EventJson;
import dev.ibplay.journal.EventReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunJournal;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A run's events as lines of JSON, with secrets hidden as in the journal: kept for reports at the end, and written to a stream
 * as they happen. A stream that cannot be written ends nothing but itself. Used by several threads.
 */
final class EventLines {
    private final Optional<OutputStream> stream;
    private final boolean keep;
    private final Consumer<IOException> broken;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> blobs = new HashMap<>();
    private boolean isBroken;

    /**
     * Lines that nobody has written yet.
     *
     * @param keep whether they are wanted again at the end
     * @param broken is told once, when the stream takes no more
     */
    EventLines(Optional<OutputStream> stream, boolean keep, Consumer<IOException> broken) {
        this.stream = stream;
        this.keep = keep;
        this.broken = broken;
    }

    /** A journal that writes into another one first: what is told has happened, even if the power fails. */
    RunJournal behind(RunJournal first, UnaryOperator<String> hide, Clock clock) {
        EventJson json = new EventJson(hide);
        return new RunJournal() {
            @Override
            public void record(JournalEvent event) throws IOException {
                record(List.of(event));
            }

            @Override
            public void record(List<JournalEvent> events) throws IOException {
                first.record(events);
                events.forEach(event -> take(json.line(clock.instant(), event), keep ? json.blobs(event) : Map.of()));
            }
        };
    }

    private synchronized void take(String line, Map<String, String> texts) {
        if (keep) {
            lines.add(line);
            blobs.putAll(texts);
        }
        if (stream.isEmpty() || isBroken) {
            return;
        }
        try {
            stream.get().write(line.getBytes(StandardCharsets.UTF_8));
            stream.get().flush();
        } catch (IOException unwritable) {
            isBroken = true;
            broken.accept(unwritable);
        }
    }

    /** Whether all that was to be written was written. */
    synchronized boolean isWhole() {
        return !isBroken;
    }

    /** The run as it was kept. */
    synchronized RecordedRun run(RunName name, int exitCode) {
        var reader = new EventReader(sha256 -> Optional.ofNullable(blobs.get(sha256)));
        List<RecordedEvent> events =
                lines.stream().flatMap(line -> reader.read(line).stream()).toList();
        return RecordedRun.of(name, new RunState.Finished(exitCode), events, List.of());
    }
}
