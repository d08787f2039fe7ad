package dev.ibplay.report;

import dev.ibplay.plan.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How a plan is rolled out, and when it will stop, for people. */
public final class RolloutText {
    /** Batches whose sizes are told one by one. */
    private static final int MOST_BATCHES = 8;

    private RolloutText() {}

    /** A paragraph for each turn of a play; nothing where no play changes its hosts in batches of its own. */
    public static String of(List<Turn> turns) {
        if (turns.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("\nRollout\n");
        boolean both =
                turns.stream().anyMatch(Turn::shrinking) && turns.stream().anyMatch(turn -> !turn.shrinking());
        turns.forEach(turn -> append(text, turn, both));
        text.append(
                "  Hosts that cannot be reached count as failed. A play that has failed ends the run: later plays are not begun.\n");
        return text.toString();
    }

    private static void append(StringBuilder text, Turn turn, boolean both) {
        String stage = both ? turn.shrinking() ? ", what shrinks" : ", what grows" : "";
        text.append("  %s%s: %s, %s to change\n"
                .formatted(
                        turn.play(),
                        stage,
                        batches(turn.batches()),
                        hosts(turn.hosts().size())));
        ends(turn).forEach(line -> text.append("    ").append(line).append('\n'));
        turn.endsAt()
                .ifPresent(batch -> text.append("    hosts have failed already: as things are, it stops at batch ")
                        .append(batch)
                        .append('\n'));
        if (turn.batches().size() > 1) {
            text.append(
                    "    between batches: hosts of the last batch must be verified, and each of their fabrics must have the"
                            + " same one master\n");
        }
        turn.before()
                .forEach(command ->
                        text.append("    before each host: ").append(command).append('\n'));
        turn.after()
                .forEach(command -> text.append("    after each host, once verified: ")
                        .append(command)
                        .append('\n'));
    }

    private static String batches(List<Integer> sizes) {
        if (sizes.size() == 1) {
            return "one batch of " + hosts(sizes.getFirst());
        }
        List<Integer> shown = sizes.subList(0, Math.min(sizes.size(), MOST_BATCHES));
        String more = sizes.size() > MOST_BATCHES ? ", ..." : "";
        return "%d batches of %s%s hosts"
                .formatted(sizes.size(), shown.stream().map(String::valueOf).collect(Collectors.joining(", ")), more);
    }

    /** A number of hosts in words: "1 host", "7 hosts". */
    public static String hosts(int number) {
        return number + (number == 1 ? " host" : " hosts");
    }

    private static List<String> ends(Turn turn) {
        List<String> ends = new ArrayList<>();
        if (turn.anyErrorsFatal()) {
            ends.add("stops with the first host that fails (any_errors_fatal)");
        } else if (turn.maxFailPercentage().isPresent()) {
            ends.add(share(turn.maxFailPercentage().get(), turn.batches()));
        } else {
            ends.add("stops when all hosts of a batch fail");
        }
        return ends;
    }

    /** The share must be exceeded: told in hosts, too, for the batches that there are. */
    private static String share(int percentage, List<Integer> batches) {
        List<Integer> enough = batches.stream()
                .map(size -> Math.min(size, percentage * size / 100 + 1))
                .distinct()
                .sorted()
                .toList();
        boolean always = percentage == 100;
        String hosts = enough.getLast() == 1
                ? "with the first host"
                : enough.size() == 1
                        ? "with %d hosts".formatted(enough.getFirst())
                        : "with %d to %d hosts, by the size of the batch"
                                .formatted(enough.getFirst(), enough.getLast());
        return always
                ? "stops when all hosts of a batch fail"
                : "stops when more than %d %% of a batch fails: %s".formatted(percentage, hosts);
    }
}
