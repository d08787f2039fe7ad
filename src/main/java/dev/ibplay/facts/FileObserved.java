package dev.ibplay.facts;

import dev.ibplay.exec.Bytes;

/**
 * A configuration file; {@code modifiedSeconds} counts from 1970 and is 0 where there is no file, and where a pattern found it, which
 * does not tell that.
 */
public record FileObserved(String path, Fact<Bytes> content, long modifiedSeconds) {}
