package dev.ibplay.plan;

import dev.ibplay.diag.Span;

/**
 * One value of one resource that is not as desired.
 *
 * @param resource the resource's key, for example {@code partition 0x7fff}
 * @param observed as a person reads it; {@code absent} where there is none
 * @param askedBy the place in the playbook that wants it otherwise
 */
public record Difference(
        String host, String resource, String attribute, Level level, String observed, String desired, Span askedBy) {}
