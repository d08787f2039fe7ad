package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.inventory.HostLimit;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RecordedOutcomes;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunState;
import dev.ibplay.journal.disk.RunHistory;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The words behind {@code @} in {@code --limit} that mean hosts of the last recorded run. */
final class HostsOfRuns implements HostLimit.Names {
    static final String DESCRIPTION =
            "@failed, @unreachable and @skipped are those hosts of the last recorded run: @failed all that failed, took a "
                    + "change back or could not be verified, @skipped those whose turn did not come.";

    private static final Map<String, Set<HostStatus>> WORDS = Map.of(
            "failed", EnumSet.of(HostStatus.FAILED, HostStatus.REVERTED, HostStatus.UNVERIFIED),
            "unreachable", EnumSet.of(HostStatus.UNREACHABLE),
            "skipped", EnumSet.of(HostStatus.SKIPPED));

    private final Map<String, String> environment;
    private final Optional<RunName> before;

    /**
     * Hosts of the newest run.
     *
     * @param before of the newest one that is older than this one
     */
    HostsOfRuns(Map<String, String> environment, Optional<RunName> before) {
        this.environment = environment;
        this.before = before;
    }

    @Override
    public Optional<List<String>> hosts(String word, Span span, Problems problems) {
        return Optional.ofNullable(WORDS.get(word)).map(wanted -> hosts(word, wanted, span, problems));
    }

    private List<String> hosts(String word, Set<HostStatus> wanted, Span span, Problems problems) {
        Optional<RecordedRun> run = last(span, problems);
        if (run.isEmpty()) {
            return List.of();
        }
        if (run.get().state() instanceof RunState.Running) {
            problems.error(
                    Code.FILE_UNREADABLE,
                    span,
                    "the last run, %s, is still at work".formatted(run.get().name()),
                    "wait until it has ended");
            return List.of();
        }
        List<String> hosts = RecordedOutcomes.hosts(run.get(), wanted);
        if (hosts.isEmpty()) {
            problems.error(
                    Code.HOST_PATTERN_UNMATCHED,
                    span,
                    "no host of the last run, %s, is %s".formatted(run.get().name(), word),
                    "ibplay runs show " + run.get().name());
        }
        return hosts;
    }

    private Optional<RecordedRun> last(Span span, Problems problems) {
        try {
            RunHistory history = Recording.history(environment);
            Optional<RunName> name = before.isPresent()
                    ? history.before(before.get())
                    : history.named("last").stream().findFirst();
            if (name.isPresent()) {
                return name.map(history::read);
            }
            problems.error(
                    Code.FILE_UNREADABLE,
                    span,
                    "there is no recorded run in "
                            + Recording.folder(environment).path(),
                    "apply and rollback record theirs; @./FILE reads patterns from a file");
        } catch (IOException unreadable) {
            problems.error(Code.FILE_UNREADABLE, span, "cannot read the recorded runs: " + unreadable.getMessage());
        }
        return Optional.empty();
    }
}
