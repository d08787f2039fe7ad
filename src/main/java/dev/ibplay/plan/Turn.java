package dev.ibplay.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A play's turn in a rollout: its batches, and what ends the run behind one of them.
 *
 * @param play its title
 * @param shrinking whether its steps come before the fabric's own
 * @param batches how many hosts each has, those without steps included
 * @param hosts with steps
 * @param maxFailPercentage share of a batch that may fail without ending the run; empty where the play does not say
 * @param anyErrorsFatal whether one failure ends the run
 * @param endsAt the batch, from 1, behind which the run will end for hosts that have failed already, as those that cannot be reached
 * @param before commands ahead of the first change of a host, as the playbook writes them
 * @param after commands once a host is verified, as the playbook writes them
 */
public record Turn(
        String play,
        boolean shrinking,
        List<Integer> batches,
        List<String> hosts,
        Optional<Integer> maxFailPercentage,
        boolean anyErrorsFatal,
        OptionalInt endsAt,
        List<String> before,
        List<String> after) {
    public Turn {
        batches = List.copyOf(batches);
        hosts = List.copyOf(hosts);
        before = List.copyOf(before);
        after = List.copyOf(after);
    }
}
