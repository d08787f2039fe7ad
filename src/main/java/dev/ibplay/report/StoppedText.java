package dev.ibplay.report;

import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Why a run has stopped, which host is in which state, and what to do next. */
public final class StoppedText {
    private static final int MOST_NAMES = 12;

    /** In the order of what has to be looked after. */
    private static final List<HostStatus> ORDER = List.of(
            HostStatus.CHANGED,
            HostStatus.UNVERIFIED,
            HostStatus.SKIPPED,
            HostStatus.FAILED,
            HostStatus.UNREACHABLE,
            HostStatus.REVERTED,
            HostStatus.HELD,
            HostStatus.UNSUPPORTED,
            HostStatus.OK);

    private StoppedText() {}

    /** Nothing for a run that came to its end; {@code run} is its name where it is recorded. */
    public static String of(RunRecord record, Optional<String> run) {
        if (record.stopped().isEmpty()) {
            return "";
        }
        Map<HostStatus, List<String>> hosts = new EnumMap<>(HostStatus.class);
        for (HostRecord host : record.hosts()) {
            hosts.computeIfAbsent(host.status(), s -> new ArrayList<>()).add(host.host());
        }
        var text = new StringBuilder("\nStopped: ").append(record.stopped()).append('\n');
        for (HostStatus status : ORDER) {
            List<String> names = hosts.getOrDefault(status, List.of());
            if (!names.isEmpty()) {
                text.append("  %s: %d (%s)\n".formatted(word(status), names.size(), FoldedNames.of(names, MOST_NAMES)));
            }
        }
        List<String> owed = record.hosts().stream()
                .filter(host -> host.messages().contains(HostRecord.AFTER_NOT_RUN))
                .map(HostRecord::host)
                .toList();
        if (!owed.isEmpty()) {
            text.append(
                    "  commands of before were run, those of after were not, and a run that finds nothing to change does not"
                            + " run them: %d (%s)\n".formatted(owed.size(), FoldedNames.of(owed, MOST_NAMES)));
        }
        run.ifPresent(name -> text.append(next(name, hosts.keySet())));
        return text.toString();
    }

    private static String next(String run, Set<HostStatus> found) {
        boolean isChanged = found.contains(HostStatus.CHANGED) || found.contains(HostStatus.UNVERIFIED);
        boolean isLeft = found.stream().anyMatch(status -> status != HostStatus.OK && status != HostStatus.CHANGED);
        String back = isChanged ? "\"ibplay rollback %s\" takes back what was done".formatted(run) : "";
        String on = isLeft ? "\"ibplay apply --resume %s\" goes on with what is left".formatted(run) : "";
        String next = on + (on.isEmpty() || back.isEmpty() ? "" : "; ") + back;
        return next.isEmpty() ? "" : "Next: " + next + ".\n";
    }

    private static String word(HostStatus status) {
        return switch (status) {
            case CHANGED -> "done";
            case UNVERIFIED -> "changed, not verified";
            case SKIPPED -> "not begun";
            case FAILED -> "failed";
            case UNREACHABLE -> "unreachable";
            case REVERTED -> "taken back by the host's guard";
            case HELD -> "held";
            case UNSUPPORTED -> "unsupported";
            case OK -> "nothing to do";
        };
    }
}
