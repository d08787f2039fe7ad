package dev.ibplay.plan.opensm;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Orders what is done to the subnet managers of a fabric. Standbys come before the master, since its file counts as
 * activation; priorities that fall before those that rise; what is started comes when the groups are right, what is stopped
 * comes last but for a handover. Two managers are never down at once: each has answered before the next is touched.
 */
final class ChangeOrder {
    private final List<SubnetManagerHost> managers;
    private final Optional<SubnetManagerHost> master;
    private final Function<SubnetManagerHost, Activation> activations;
    private final SubnetManagerSteps steps;
    private final List<FileChange> files = new ArrayList<>();

    /**
     * Orders the changes of one fabric.
     *
     * @param managers those that may be changed
     * @param master the one that is to be master in the end; empty where none of the managed ones will run
     */
    ChangeOrder(
            List<SubnetManagerHost> managers,
            Optional<SubnetManagerHost> master,
            Function<SubnetManagerHost, Activation> activations,
            SubnetManagerSteps steps) {
        this.managers = managers;
        this.master = master;
        this.activations = activations;
        this.steps = steps;
    }

    /** The files that the steps write, in their order. */
    List<FileChange> files() {
        return List.copyOf(files);
    }

    /** One after the other. */
    List<Step> oneByOne() {
        List<Step> made = new ArrayList<>();
        boolean restart = managers.stream().anyMatch(m -> activations.apply(m) == Activation.RESTART);
        ordered(restart).forEach(manager -> change(made, manager, restart));
        return made;
    }

    private void change(List<Step> made, SubnetManagerHost manager, boolean restart) {
        Activation activation = activations.apply(manager);
        if (activation == Activation.NONE && !manager.isConfigured()) {
            return;
        }
        manager.commands()
                .ifPresentOrElse(
                        commands -> made.addAll(commands.steps(manager.host(), activation)),
                        () -> made.add(steps.change(manager, manager.files().changes(), activation)));
        files.addAll(manager.files().changes());
        if (activation != Activation.NONE && activation != Activation.DISABLE) {
            boolean standby = restart && isRunning(manager) && staysStandby(manager);
            made.add(steps.ready(manager, standby ? Optional.of(SmState.STANDBY) : Optional.empty()));
        }
    }

    /** Neither started nor stopped by the plan. */
    private boolean isRunning(SubnetManagerHost manager) {
        return switch (activations.apply(manager)) {
            case NONE, HUP, RESTART -> true;
            case ENABLE, DISABLE -> false;
        };
    }

    /** Whether the present master, with the priority that it has until its own turn, keeps the upper hand over a standby. */
    private boolean staysStandby(SubnetManagerHost manager) {
        List<PortGuid> masters = manager.fabric().masters();
        if (manager.isMaster() || Optional.of(manager).equals(master) || masters.size() != 1) {
            return false;
        }
        PortGuid port = masters.getFirst();
        return Optional.ofNullable(manager.fabric().subnetManagers().get(port))
                .flatMap(Fact::ifKnown)
                .map(info -> new Candidate(info.priority(), port).beats(manager.candidate()))
                .orElse(false);
    }

    private List<SubnetManagerHost> ordered(boolean restart) {
        Comparator<SubnetManagerHost> role = Comparator.comparingInt(m -> m.isMaster() ? 1 : 0);
        Comparator<SubnetManagerHost> falling = Comparator.comparingInt(m -> m.isLowered() ? 0 : 1);
        Comparator<SubnetManagerHost> turn = Comparator.comparingInt(m -> switch (activations.apply(m)) {
            case NONE, HUP, RESTART -> 0;
            case ENABLE -> 1;
            case DISABLE -> 2;
        });
        return managers.stream()
                .sorted(turn.thenComparing(restart ? role.thenComparing(falling) : falling.thenComparing(role)))
                .toList();
    }

    /**
     * For a new sm_key: subnet managers with other keys do not see each other and would both be master, so the standbys are
     * stopped until the master has the new one.
     */
    List<Step> withNewKey() {
        List<Step> made = new ArrayList<>();
        List<SubnetManagerHost> masters =
                managers.stream().filter(SubnetManagerHost::isMaster).toList();
        List<SubnetManagerHost> running =
                ordered(false).stream().filter(m -> !m.isMaster() && m.runs()).toList();
        running.stream().filter(m -> !m.runsThen()).forEach(m -> change(made, m, false));
        List<SubnetManagerHost> standbys =
                running.stream().filter(SubnetManagerHost::runsThen).toList();
        standbys.forEach(m -> made.add(steps.stop(m)));
        for (SubnetManagerHost manager : masters) {
            Activation activation = activations.apply(manager);
            made.add(steps.change(
                    manager,
                    manager.files().changes(),
                    activation == Activation.DISABLE ? Activation.HUP : activation));
            files.addAll(manager.files().changes());
            made.add(steps.ready(manager, Optional.of(SmState.MASTER)));
        }
        for (SubnetManagerHost manager : standbys) {
            made.add(steps.start(manager));
            files.addAll(manager.files().changes());
            made.add(steps.ready(manager, Optional.empty()));
        }
        managers.stream().filter(m -> !m.runs()).forEach(m -> change(made, m, false));
        masters.stream()
                .filter(m -> !m.runsThen())
                .forEach(m -> made.add(steps.change(m, List.of(), Activation.DISABLE)));
        return made;
    }

    /**
     * By way of a successor: the standbys have the new groups, the master hands over to the best of them by a lower priority,
     * and is restarted with its own, as a standby to which the successor gives way where it is the higher one. Standbys that are
     * to stop do so before that: with the old priority one of them could be master instead.
     *
     * @param successor the standby that is master meanwhile
     * @param between the change of the old master's opensm.conf to the lower priority, and from there to the wanted one
     * @param groups the groups as they must be when the successor is master
     */
    List<Step> byHandover(SubnetManagerHost successor, Intermediate between, Map<PKey, Mtu> groups) {
        List<Step> made = new ArrayList<>();
        ordered(true).stream().filter(m -> !m.isMaster() && isRunning(m)).forEach(m -> change(made, m, true));
        managers.stream().filter(m -> !m.isMaster() && m.isStopped()).forEach(m -> change(made, m, true));
        SubnetManagerHost old = managers.stream()
                .filter(SubnetManagerHost::isMaster)
                .findFirst()
                .orElseThrow();
        List<FileChange> first = new ArrayList<>(old.files().partitionFiles().toList());
        first.add(between.down());
        files.addAll(first);
        made.add(steps.handOver(old, first, between.priority(), successor));
        made.add(steps.isMaster(successor, groups));
        if (between.back().before().equals(between.back().after())) {
            made.add(steps.restartAsStandby(old, between.priority()));
            made.add(steps.readyWith(old, between.priority()));
        } else {
            // With the higher priority it finds a master, stands by and is handed over to (facts E2). A HUP would need
            // the
            // number of a process that is not there yet.
            files.add(between.back());
            made.add(steps.change(old, List.of(between.back()), Activation.RESTART));
        }
        ordered(true).stream().filter(m -> !isRunning(m) && !m.isStopped()).forEach(m -> change(made, m, false));
        return made;
    }

    /** The priority that a master has while it hands over, and the changes of its opensm.conf to it and back. */
    record Intermediate(int priority, FileChange down, FileChange back) {}
}
