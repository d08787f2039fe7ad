package dev.ibplay.report;

import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Plans and records for people. */
public final class RunText {
    /** Up to so many hosts have lines of their own in a recap. */
    private static final int FEW = 60;

    private static final int MOST_NAMES = 40;

    private RunText() {}

    /**
     * What a plan would change, and how.
     *
     * @param diffs whether the contents of files are shown as unified diffs
     */
    public static String plan(Plan plan, boolean diffs) {
        if (!plan.hasDifferences()) {
            return plan.isRefused() ? "The plan is refused.\n" : "The desired state holds.\n";
        }
        var text = new StringBuilder(DifferenceText.of(plan.differences()));
        if (plan.hasSteps() && !plan.isRefused()) {
            text.append("\nSteps, in this order:\n");
            int[] number = {0};
            plan.shrinking().forEach(steps -> append(text, number, steps));
            plan.fabric().forEach(step -> append(text, number, step));
            plan.growing().forEach(steps -> append(text, number, steps));
            text.append(fabricOrder(plan));
        }
        text.append(held(plan.held()));
        if (diffs) {
            for (FileChange file : plan.files()) {
                text.append('\n').append(FileDiff.of(file));
            }
        }
        return text.toString();
    }

    /** Where the steps leave the order of the plays, and where the run ends if they fail. */
    private static String fabricOrder(Plan plan) {
        if (plan.fabric().isEmpty()) {
            return "";
        }
        int first = 1
                + (int) plan.shrinking().stream()
                        .mapToLong(h -> h.steps().size())
                        .sum();
        int last = first + plan.fabric().size() - 1;
        String hosts = plan.locks().stream().map(FabricLock::host).distinct().collect(Collectors.joining(", "));
        String locked = hosts.isEmpty() ? "" : "The fabric is locked meanwhile at " + hosts + ".\n";
        return """

                Steps %d to %d are the fabric's own, whatever the order of the plays. The run ends at the first of them that is not
                done: all after it is left alone, and "ibplay rollback last" plans the way back.
                %s""".formatted(first, last, locked);
    }

    /** What waits for a reboot, a line each. */
    private static String held(List<Held> held) {
        return held.isEmpty()
                ? ""
                : held.stream()
                        .map(h -> "  %s: %s %s\n".formatted(h.host(), h.resource(), h.until()))
                        .distinct()
                        .collect(Collectors.joining("", "\nHeld:\n", ""));
    }

    private static void append(StringBuilder text, int[] number, HostSteps steps) {
        steps.steps().forEach(step -> append(text, number, step));
    }

    private static void append(StringBuilder text, int[] number, Step step) {
        String what = switch (step) {
            case Step.Act act -> act.host() + ": " + act.what();
            case Step.Guarded guarded -> guarded.host() + ": " + guarded.what();
            case Step.Await await -> "wait until " + await.what() + " (asked from " + await.host() + ")";
        };
        text.append("%3d. %s%n".formatted(++number[0], what).replace("\r\n", "\n"));
    }

    /** Differences alone, as verify and apply show what is left. */
    public static String differences(RunRecord record) {
        return record.remaining().isEmpty()
                ? "The desired state holds.\n"
                : DifferenceText.of(record.remaining()) + held(record.held());
    }

    /**
     * One line for each host, or for each state where hosts are many, then how many of each kind.
     *
     * @param counts whether all is shown: each host, with its connections and round trips
     */
    public static String recap(RunRecord record, boolean counts) {
        return recap(record.hosts(), counts, counts);
    }

    /**
     * The same of hosts alone.
     *
     * @param each whether each host has its line, however many they are
     * @param counts whether connections and round trips are told
     */
    static String recap(List<HostRecord> hosts, boolean each, boolean counts) {
        var text = new StringBuilder("\nRecap\n");
        text.append(each || hosts.size() <= FEW ? hosts(hosts, counts) : states(hosts));
        Map<HostStatus, Integer> totals = new EnumMap<>(HostStatus.class);
        hosts.forEach(h -> totals.merge(h.status(), 1, Integer::sum));
        return text.append("  ")
                .append(List.of(HostStatus.values()).stream()
                        .map(s -> s.word() + "=" + totals.getOrDefault(s, 0))
                        .collect(Collectors.joining(" ")))
                .append('\n')
                .toString();
    }

    private static String states(List<HostRecord> hosts) {
        var table = new StringBuilder();
        for (HostStatus status : HostStatus.values()) {
            List<String> names = hosts.stream()
                    .filter(host -> host.status() == status)
                    .map(HostRecord::host)
                    .toList();
            if (!names.isEmpty()) {
                table.append("  %-11s  %s\n".formatted(status.word(), FoldedNames.of(names, MOST_NAMES)));
            }
        }
        return table.toString();
    }

    private static String hosts(List<HostRecord> hosts, boolean counts) {
        int width = hosts.stream().mapToInt(h -> h.host().length()).max().orElse(1);
        var text = new StringBuilder();
        for (HostRecord host : hosts) {
            text.append("  ")
                    .append(("%-" + width + "s").formatted(host.host()))
                    .append("  ")
                    .append(host.status().word());
            if (counts) {
                text.append("  (connections: %d, round trips: %d)".formatted(host.connections(), host.roundTrips()));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
