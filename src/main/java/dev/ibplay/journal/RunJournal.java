package dev.ibplay.journal;

import java.io.IOException;
import java.util.List;

/** Where a run is recorded while it goes on. Used by several threads. */
@FunctionalInterface
public interface RunJournal {
    /** Writes one event; returns when it would survive a loss of power. After an exception nothing more is written. */
    void record(JournalEvent event) throws IOException;

    /** Writes several events that announce nothing to each other; returns when all of them would survive. */
    default void record(List<JournalEvent> events) throws IOException {
        for (JournalEvent event : events) {
            record(event);
        }
    }
}
