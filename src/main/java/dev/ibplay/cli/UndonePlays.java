package dev.ibplay.cli;

import dev.ibplay.diag.Span;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedPlay;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.UndoneSteps;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.plan.whole.UndoneStep;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Play;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The plays of a recorded run, and which of its hosts have a part in its undo. */
final class UndonePlays {
    private final RecordedRun run;
    private final JournalEvent.Plays plays;
    private final Inventory inventory;
    private final List<UndoneStep> steps;
    private final List<String> missing;
    private final Restoration restoration;

    /**
     * The undo of a run that has plays.
     *
     * @param limit hosts that may be changed; empty for all
     */
    UndonePlays(RecordedRun run, Inventory inventory, Optional<Set<String>> limit) {
        this.run = run;
        this.plays = run.plays().orElseThrow();
        this.inventory = inventory;
        this.steps = UndoneSteps.of(run);
        Set<String> changed = new LinkedHashSet<>();
        steps.forEach(step -> changed.add(step.host()));
        Set<String> all = new LinkedHashSet<>(run.hosts());
        all.addAll(plays.subnetManagers());
        all.addAll(changed);
        this.missing = limit.isPresent()
                ? List.of()
                : changed.stream()
                        .filter(host -> inventory.host(host).isEmpty())
                        .toList();
        this.restoration = Restoration.of(
                run.name().text(),
                steps,
                all.stream()
                        .filter(host -> inventory.host(host).isPresent())
                        .map(host -> new Restoration.Target(
                                host,
                                limit.map(names -> names.contains(host)).orElse(true),
                                plays.subnetManagers().contains(host)))
                        .toList());
    }

    /** Hosts that the run changed, and that are to be put back, but are not in the inventory. */
    List<String> missing() {
        return missing;
    }

    Restoration restoration() {
        return restoration;
    }

    /** As the run had them, so that hosts are reached as it reached them. */
    DesiredState asRecorded(Map<String, Node> extra) {
        List<DesiredHost> hosts = restoration.hosts().stream()
                .map(host -> new DesiredHost(host.host(), host.changeable(), List.of()))
                .toList();
        return new DesiredState(
                plays.plays().stream()
                        .map(play -> new DesiredState.ResolvedPlay(play(play), play.hosts()))
                        .toList(),
                hosts,
                scopes(extra));
    }

    /** The last one first, each with the hosts that it has to put back. */
    DesiredState reversed(Map<String, Node> extra) {
        List<DesiredState.ResolvedPlay> reversed = new ArrayList<>();
        for (RecordedPlay play : plays.plays().reversed()) {
            int number = reversed.size();
            Set<String> hosts = new LinkedHashSet<>();
            restoration.hosts().stream()
                    .filter(DesiredHost::changeable)
                    .map(DesiredHost::host)
                    .filter(host -> steps.stream()
                            .anyMatch(step -> step.host().equals(host)
                                    && step.play().isPresent()
                                    && step.play().getAsInt() == number))
                    .forEach(hosts::add);
            reversed.add(new DesiredState.ResolvedPlay(play(play), List.copyOf(hosts)));
        }
        return new DesiredState(reversed, restoration.hosts(), scopes(extra));
    }

    /** What the journal of the undo says of its plays. */
    JournalEvent.Plays recorded() {
        return new JournalEvent.Plays(plays.plays().reversed(), plays.subnetManagers());
    }

    private Play play(RecordedPlay play) {
        return RecordedPlays.play(play, Span.startOf("run " + run.name()));
    }

    private Map<String, Scope> scopes(Map<String, Node> extra) {
        List<String> names = inventory.hosts().stream().map(Host::name).toList();
        Map<String, Scope> scopes = new LinkedHashMap<>();
        restoration
                .hosts()
                .forEach(host ->
                        scopes.put(host.host(), Resolver.scope(inventory, names, host.host(), Map.of(), extra)));
        return scopes;
    }
}
