package dev.ibplay.journal;

import java.io.IOException;

/** Where a run is recorded while it goes on. Used by several threads. */
@FunctionalInterface
public interface RunJournal {
    /** Writes one event; returns when it would survive a loss of power. After an exception nothing more is written. */
    void record(JournalEvent event) throws IOException;
}
