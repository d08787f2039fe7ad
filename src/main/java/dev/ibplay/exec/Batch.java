package dev.ibplay.exec;

import java.util.List;

/**
 * Operations that travel together.
 *
 * @param stopAtFailure whether the first operation that does not succeed makes the rest {@link Outcome.Skipped}
 */
public record Batch(List<Operation> operations, boolean stopAtFailure) {
    public Batch {
        operations = List.copyOf(operations);
    }

    /** A batch whose operations do not depend on each other. */
    public static Batch of(List<Operation> operations) {
        return new Batch(operations, false);
    }
}
