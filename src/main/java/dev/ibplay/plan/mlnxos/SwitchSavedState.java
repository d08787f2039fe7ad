package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What of the desired state the next start of a switch would not bring. */
final class SwitchSavedState {
    private final String host;
    private final MlnxosObserved its;
    private final SubnetManager wanted;
    private final SwitchPartitions partitions;
    private final SwitchSaved saved;
    private final PlanDraft draft;

    SwitchSavedState(
            String host, MlnxosObserved its, SubnetManager wanted, SwitchPartitions partitions, PlanDraft draft) {
        this.host = host;
        this.its = its;
        this.wanted = wanted;
        this.partitions = partitions;
        this.saved = new SwitchSaved(its);
        this.draft = draft;
    }

    /** @param running what is not as desired now */
    List<Difference> differences(List<Difference> running) {
        List<Difference> found = new ArrayList<>();
        boolean isManaged = wanted.priority().isPresent()
                || wanted.enabled().isPresent()
                || !wanted.partitions().isEmpty();
        if (isManaged && saved.keeps(line -> true) instanceof Fact.Unreadable<Boolean> unreadable) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host,
                    wanted.span(),
                    "what the next start of %s brings is not known: %s".formatted(host, unreadable.because()));
            return found;
        }
        boolean isUnwanted = wanted.enabled().map(Located::value).equals(Optional.of(false));
        wanted.priority()
                .filter(ignored -> !isUnwanted)
                .ifPresent(priority -> value(
                                SwitchSaved.priority(),
                                its.sm().priority().ifKnown(),
                                next -> next.smPriority(its.node().ifKnown().orElse("")))
                        .filter(next -> !next.equals(priority.value()))
                        .ifPresent(next -> found.add(difference(
                                "priority", next.toString(), priority.value().toString(), priority.span()))));
        wanted.enabled()
                .ifPresent(enabled -> value(
                                SwitchSaved.enabling(), its.sm().enabled().ifKnown(), SwitchConfiguration::smEnabled)
                        .filter(next -> !next.equals(enabled.value()))
                        .ifPresent(next -> found.add(
                                difference("enabled", started(next), started(enabled.value()), enabled.span()))));
        for (Partition partition : wanted.partitions()) {
            boolean differs = running.stream().anyMatch(d -> d.resource().equals(partition.key()));
            if (!differs && isLost(partition)) {
                found.add(new Difference(
                        host, partition.key(), "saved", Level.FILE, "not as it runs", "as it runs", partition.span()));
            }
        }
        return found;
    }

    /** What the next start brings: the same as now where the same is written, else what is written. */
    private <T> Optional<T> value(
            Predicate<String> about, Optional<T> now, java.util.function.Function<SwitchConfiguration, T> written) {
        return saved.keeps(about)
                .ifKnown()
                .flatMap(keeps -> keeps ? now : its.saved().ifKnown().map(written));
    }

    private boolean isLost(Partition partition) {
        return partitions
                .nameOf(partition.pkey().value())
                .filter(name -> saved.keeps(SwitchSaved.partition(name)).equals(Fact.known(false)))
                .isPresent();
    }

    private static String started(boolean enabled) {
        return enabled ? "started with the switch" : "not started with the switch";
    }

    private Difference difference(String attribute, String found, String desired, Span askedBy) {
        return new Difference(host, wanted.key(), attribute, Level.FILE, found, desired, askedBy);
    }

    /** A switch saves all or nothing. */
    void warnOfOthers() {
        Predicate<String> managed = SwitchSaved.enabling().or(SwitchSaved.priority());
        for (Partition partition : wanted.partitions()) {
            managed = managed.or(partitions
                    .nameOf(partition.pkey().value())
                    .map(SwitchSaved::partition)
                    .orElse(line -> false));
        }
        List<String> others = saved.others(managed);
        if (!others.isEmpty()) {
            draft.warn(
                    Code.NOT_PERSISTENT,
                    host,
                    wanted.span(),
                    "\"write memory\" on %s also saves what was changed there by others: %s"
                            .formatted(host, String.join("; ", others)),
                    "look at it first: a switch saves its whole running configuration");
        }
    }
}
