package dev.ibplay.diag;

import java.util.Optional;

/** Where a diagnostic applies. */
public sealed interface Location {
    /** In a file that the user wrote. */
    record InSource(Span span) implements Location {}

    /**
     * On a host, while a step ran.
     *
     * @param step what was being done, in words
     * @param askedBy the line of the playbook or inventory that asked for it
     */
    record OnHost(String host, Optional<String> step, Optional<Span> askedBy) implements Location {}

    /** Nowhere in particular: the command line, the whole run. */
    record Run() implements Location {}
}
