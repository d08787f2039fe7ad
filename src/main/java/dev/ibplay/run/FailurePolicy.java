package dev.ibplay.run;

import dev.ibplay.journal.HostStatus;
import dev.ibplay.playbook.Play;
import java.util.List;
import java.util.Optional;

/** When a play's failures end the run: hosts that could not be reached count, whenever that came about. */
record FailurePolicy(Play play, List<String> batch, HostStates states) {
    FailurePolicy {
        batch = List.copyOf(batch);
    }

    /** The hosts of the batch that count as failed. */
    List<String> failed() {
        return batch.stream().filter(host -> isFailure(states.status(host))).toList();
    }

    /** Why the run ends behind this batch; nothing while it goes on. */
    Optional<String> stopped() {
        int failed = failed().size();
        if (failed == 0) {
            return Optional.empty();
        }
        if (play.anyErrorsFatal()) {
            return Optional.of("any_errors_fatal: %d of %d hosts of a batch failed".formatted(failed, batch.size()));
        }
        Optional<Integer> percentage = play.maxFailPercentage();
        if (percentage.isPresent() && failed * 100L > (long) percentage.get() * batch.size()) {
            return Optional.of("max_fail_percentage: %d of %d hosts of a batch failed, more than %d %%"
                    .formatted(failed, batch.size(), percentage.get()));
        }
        return failed == batch.size()
                ? Optional.of(
                        batch.size() == 1
                                ? "the only host of a batch failed"
                                : "all %d hosts of a batch failed".formatted(batch.size()))
                : Optional.empty();
    }

    static boolean isFailure(HostStatus status) {
        return switch (status) {
            case FAILED, UNREACHABLE, REVERTED -> true;
            case OK, CHANGED, SKIPPED, UNSUPPORTED, HELD, UNVERIFIED -> false;
        };
    }
}
