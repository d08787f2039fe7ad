package dev.ibplay.facts.recorded;

import dev.ibplay.exec.Bytes;
import java.util.Optional;

/**
 * A file that was read on a host; one of a pattern's, whose list was not read as well, has neither mode nor time.
 *
 * @param mode permission bits, for example 0644
 * @param modifiedSeconds last modification, in seconds since 1970
 */
public record RecordedFile(String path, Bytes content, Optional<Integer> mode, Optional<Long> modifiedSeconds) {}
