package dev.ibplay.journal;

import java.time.Instant;
import java.util.Map;

/**
 * An event as it was read.
 *
 * @param fields of the line as it stands in the journal, with those that this version does not know
 */
public record RecordedEvent(Instant at, JournalEvent event, Map<String, Object> fields) {}
