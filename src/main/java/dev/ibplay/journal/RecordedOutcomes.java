package dev.ibplay.journal;

import dev.ibplay.diag.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** What became of the hosts of a recorded run. */
public final class RecordedOutcomes {
    private RecordedOutcomes() {}

    /**
     * Each host's status. A run that was killed has not said it: there a host with a step in doubt has failed, one with steps
     * that did not begin was skipped, and what was changed is not verified.
     */
    public static SequencedMap<String, HostStatus> of(RecordedRun run) {
        SequencedMap<String, HostStatus> outcomes = new LinkedHashMap<>();
        run.hostEnds()
                .forEach(ended ->
                        HostStatus.parse(ended.status()).ifPresent(status -> outcomes.put(ended.host(), status)));
        if (outcomes.isEmpty()) {
            run.hosts().forEach(host -> outcomes.put(host, HostStatus.OK));
            run.steps().forEach(step -> worsen(outcomes, step.planned().host(), statusOf(step)));
            for (JournalEvent.HostFailed failed : run.failures()) {
                boolean lost = failed.code().equals(Code.HOST_UNREACHABLE.id());
                worsen(outcomes, failed.host(), lost ? HostStatus.UNREACHABLE : HostStatus.FAILED);
            }
        }
        return outcomes;
    }

    /** The hosts with one of these statuses, in the order of the run. */
    public static List<String> hosts(RecordedRun run, Set<HostStatus> wanted) {
        return of(run).entrySet().stream()
                .filter(host -> wanted.contains(host.getValue()))
                .map(host -> host.getKey())
                .toList();
    }

    private static HostStatus statusOf(RecordedStep step) {
        if (step.began().isEmpty()) {
            return HostStatus.SKIPPED;
        }
        if (step.isOpen() || step.result().equals("failed")) {
            return HostStatus.FAILED;
        }
        if (step.result().equals("reverted")) {
            return HostStatus.REVERTED;
        }
        return step.isChanged() ? HostStatus.UNVERIFIED : HostStatus.OK;
    }

    private static void worsen(SequencedMap<String, HostStatus> outcomes, String host, HostStatus status) {
        outcomes.computeIfPresent(host, (name, before) -> before.or(status));
    }
}
