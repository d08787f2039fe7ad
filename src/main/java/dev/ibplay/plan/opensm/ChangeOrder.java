package dev.ibplay.plan.opensm;

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
 * comes last. Two managers are never down at once: each has answered before the next is touched.
 */
final class ChangeOrder {
    private final List<SubnetManagerHost> managers;
    private final SubnetManagerHost master;
    private final Function<SubnetManagerHost, Activation> activations;
    private final SubnetManagerSteps steps;
    private final List<FileChange> files = new ArrayList<>();

    /**
     * Orders the changes of one fabric.
     *
     * @param managers those that may be changed
     * @param master the one that is to be master in the end
     */
    ChangeOrder(
            List<SubnetManagerHost> managers,
            SubnetManagerHost master,
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
        for (SubnetManagerHost manager : ordered(restart)) {
            Activation activation = activations.apply(manager);
            if (activation == Activation.NONE && manager.files().changes().isEmpty()) {
                continue;
            }
            made.add(steps.change(manager, manager.files().changes(), activation));
            files.addAll(manager.files().changes());
            if (activation != Activation.NONE && activation != Activation.DISABLE) {
                boolean standby = restart && !manager.isMaster() && !manager.equals(master);
                made.add(steps.ready(manager, standby ? Optional.of(SmState.STANDBY) : Optional.empty()));
            }
        }
        return made;
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
        List<SubnetManagerHost> standbys = managers.stream()
                .filter(m -> !m.isMaster() && m.process().isPresent())
                .toList();
        standbys.forEach(m -> made.add(steps.stop(m)));
        for (SubnetManagerHost manager :
                managers.stream().filter(SubnetManagerHost::isMaster).toList()) {
            Activation activation = activations.apply(manager);
            made.add(steps.change(manager, manager.files().changes(), activation));
            files.addAll(manager.files().changes());
            made.add(steps.ready(manager, Optional.of(SmState.MASTER)));
        }
        for (SubnetManagerHost manager : standbys) {
            made.add(steps.start(manager));
            files.addAll(manager.files().changes());
            made.add(steps.ready(manager, Optional.empty()));
        }
        return made;
    }

    /**
     * By way of a successor: the standbys have the new groups, the master hands over to the best of them by a lower priority,
     * is restarted as a standby, and gets its own priority back.
     *
     * @param successor the standby that is master meanwhile
     * @param between the change of the old master's opensm.conf to the lower priority, and from there to the wanted one
     * @param groups the groups as they must be when the successor is master
     */
    List<Step> byHandover(
            SubnetManagerHost successor, Intermediate between, Map<dev.ibplay.ib.PKey, dev.ibplay.ib.Mtu> groups) {
        List<Step> made = new ArrayList<>();
        for (SubnetManagerHost manager : ordered(true)) {
            if (!manager.isMaster()) {
                made.add(steps.change(manager, manager.files().changes(), Activation.RESTART));
                files.addAll(manager.files().changes());
                made.add(steps.ready(manager, Optional.of(SmState.STANDBY)));
            }
        }
        SubnetManagerHost old = managers.stream()
                .filter(SubnetManagerHost::isMaster)
                .findFirst()
                .orElseThrow();
        List<FileChange> first =
                new ArrayList<>(old.files().partitions().stream().toList());
        first.add(between.down());
        files.addAll(first);
        made.add(steps.handOver(old, first, between.priority(), successor));
        made.add(steps.isMaster(successor, groups));
        made.add(steps.restartAsStandby(old, between.priority()));
        made.add(steps.readyWith(old, between.priority()));
        files.add(between.back());
        made.add(steps.change(old, List.of(between.back()), Activation.HUP));
        return made;
    }

    /** The priority that a master has while it hands over, and the changes of its opensm.conf to it and back. */
    record Intermediate(int priority, FileChange down, FileChange back) {}
}
