package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.resource.DesiredHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether hosts are as their steps were to make them: files and running values, read again and compared by the planners. Fabrics
 * are not swept for it, so what only port queries tell is left to the verification at the end.
 */
final class HostHealth {
    private static final Duration SETTLE = Duration.ofSeconds(2);

    /** Resources of a fabric's own steps, which have proven what they did. */
    private static final List<String> OF_FABRIC = List.of("opensm", "partition");

    private final Gathering gathering;
    private final Function<Observed, Plan> planner;
    private final Observed observed;
    private final Plan plan;
    private final HostStates states;
    private final Patience patience;

    /** Compares with what {@code planner} finds, as {@code plan} was made of {@code observed}. */
    HostHealth(
            Gathering gathering,
            Function<Observed, Plan> planner,
            Observed observed,
            Plan plan,
            HostStates states,
            Patience patience) {
        this.gathering = gathering;
        this.planner = planner;
        this.observed = observed;
        this.plan = plan;
        this.states = states;
        this.patience = patience;
    }

    /** Reads hosts again; one that is not as it should be has failed, and the others are told to be verified. */
    void verify(Collection<DesiredHost> hosts) {
        List<DesiredHost> usable = hosts.stream()
                .filter(host -> states.session(host.host()).isPresent())
                .toList();
        Look look = look(usable);
        if (!look.wrong().isEmpty() && !patience.isStopping()) {
            patience.pause(SETTLE);
            Set<String> doubted = look.wrong().keySet();
            look = look.and(look(usable.stream().filter(isIn(doubted)).toList()));
        }
        for (DesiredHost host : usable) {
            List<Difference> left = look.wrong().getOrDefault(host.host(), List.of());
            if (!look.read().contains(host.host())) {
                continue; // the run is being stopped: what was known before says nothing of it
            }
            if (!left.isEmpty()) {
                fail(host.host(), left);
            } else if (states.session(host.host()).isPresent()) {
                states.tell(new RunEvent.HostVerified(host.host()));
                states.verified(host.host());
            }
        }
    }

    /**
     * Some hosts, read once more.
     *
     * @param read those that could be
     * @param wrong how they differ from what is wanted, where they do
     */
    private record Look(Set<String> read, Map<String, List<Difference>> wrong) {
        /** With what a later look at those that were wrong has found. */
        Look and(Look later) {
            Set<String> still = new HashSet<>(read);
            still.removeAll(wrong.keySet());
            still.addAll(later.read);
            return new Look(still, later.wrong);
        }
    }

    private static Predicate<DesiredHost> isIn(Set<String> names) {
        return host -> names.contains(host.host());
    }

    private void fail(String host, List<Difference> left) {
        Difference first = left.getFirst();
        String more = left.size() > 1 ? ", and %d more differences".formatted(left.size() - 1) : "";
        states.failed(
                host,
                "verify",
                Optional.of(first.askedBy()),
                "after its steps %s %s (%s) is %s, not %s%s"
                        .formatted(
                                first.resource(),
                                first.attribute(),
                                first.level().word(),
                                first.observed(),
                                first.desired(),
                                more));
    }

    private Look look(List<DesiredHost> hosts) {
        Map<String, HostFacts> all = new HashMap<>(observed.hosts());
        Map<String, HostFacts> read = gathering.again(hosts);
        all.putAll(read);
        Plan now = planner.apply(new Observed(all, observed.fabrics(), observed.silent()));
        Set<String> names = Set.copyOf(read.keySet());
        List<Held> held =
                Stream.concat(plan.held().stream(), now.held().stream()).toList();
        Map<String, List<Difference>> left = new HashMap<>();
        now.differences().stream()
                .filter(d -> names.contains(d.host()) && d.level() != Level.FABRIC)
                .filter(d -> OF_FABRIC.stream().noneMatch(d.resource()::startsWith))
                .filter(d -> held.stream().noneMatch(h -> h.explains(d)))
                .filter(d -> !now.verifyOnly().contains(d))
                .forEach(d ->
                        left.computeIfAbsent(d.host(), h -> new ArrayList<>()).add(d));
        return new Look(names, left);
    }
}
