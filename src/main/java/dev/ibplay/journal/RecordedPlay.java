package dev.ibplay.journal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A play as far as its run's undo needs it: whose turn it was, in which batches, how hosts were reached, and how they confirm.
 *
 * @param hosts those that it could change, and those that were only read as it says
 * @param serial sizes of the batches as the playbook writes them; empty for all hosts at once
 * @param maxFailPercentage empty where the play does not say
 * @param confirmSeconds for which a guard waits; empty where the play wants none
 * @param connection {@code ssh} or {@code local}, where the play says so
 */
public record RecordedPlay(
        String name,
        List<String> hosts,
        List<String> serial,
        OptionalInt maxFailPercentage,
        boolean anyErrorsFatal,
        OptionalInt confirmSeconds,
        Optional<Boolean> become,
        Optional<String> becomeUser,
        Optional<String> remoteUser,
        Optional<String> connection,
        OptionalInt port) {
    public RecordedPlay {
        hosts = List.copyOf(hosts);
        serial = List.copyOf(serial);
    }
}
