package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Subnet managers of ESXi hosts that need a new process, and that nothing but a reboot of the host gives one. The files of standbys
 * are written ahead, so that the reboot makes them count; all else of the fabric waits for it, as for a driver.
 */
final class RebootWaits {
    private final List<SubnetManagerHost> managers;
    private final ActivationChoice activations;
    private final PlanDraft draft;

    RebootWaits(List<SubnetManagerHost> managers, ActivationChoice activations, PlanDraft draft) {
        this.managers = managers;
        this.activations = activations;
        this.draft = draft;
    }

    /** What is done before the reboot. */
    record Ahead(List<Step> steps, List<FileChange> files) {
        Ahead {
            steps = List.copyOf(steps);
            files = List.copyOf(files);
        }
    }

    /** Whether its new process has to wait. */
    private boolean isConcerned(SubnetManagerHost manager) {
        return manager.changeable() && manager.waitsForReboot() && activations.of(manager) == Activation.RESTART;
    }

    /** The hosts whose reboot is waited for; nothing where none is. */
    Optional<Waiting> waiting() {
        Set<String> hosts = managers.stream()
                .filter(m -> isConcerned(m) && !m.isMaster())
                .map(SubnetManagerHost::host)
                .collect(Collectors.toCollection(TreeSet::new));
        return hosts.isEmpty() ? Optional.empty() : Optional.of(Waiting.forReboots(hosts));
    }

    /**
     * Refuses what has no way on ESXi. A master's file counts as soon as it is written, and its reboot hands over to a standby, so
     * that one cannot wait.
     */
    void refuse(SubnetManagerHost manager) {
        if (manager.waitsForReboot() && !manager.isMaster()) {
            return; // it waits
        }
        boolean several = manager.installed().launcher().script().isPresent();
        String because = several
                ? "its init script can do that only with the other OpenSM of this host"
                : "nothing is known on this host that could do that but a reboot";
        draft.refuse(
                Code.OPENSM_BY_HAND,
                manager.host(),
                manager.wanted().span(),
                "opensm must be restarted, is master of its fabric, and %s".formatted(because),
                "make a subnet manager on another host the master first, by a higher priority: as a standby %s can wait for its reboot"
                        .formatted(manager.host()));
    }

    /**
     * The files of those that wait. They are written where all that is waited for is the reboot of such hosts: a standby that takes
     * over meanwhile then shuts out no port but theirs.
     *
     * @param all what is waited for, whatever the reason
     */
    Optional<Ahead> ahead(Waiting all, SubnetManagerSteps making) {
        Set<String> own = waiting().map(Waiting::reboots).orElse(Set.of());
        if (!all.unread().isEmpty() || !own.containsAll(all.reboots())) {
            return Optional.empty();
        }
        List<Step> steps = new ArrayList<>();
        List<FileChange> files = new ArrayList<>();
        for (SubnetManagerHost manager : managers) {
            List<FileChange> changes = manager.files().changes();
            if (isConcerned(manager) && !changes.isEmpty()) {
                steps.add(making.change(manager, changes, Activation.NONE));
                files.addAll(changes);
            }
        }
        return steps.isEmpty() ? Optional.empty() : Optional.of(new Ahead(steps, files));
    }

    /** Warns where what is written is gone with the next start of the host; refuses where that start is to make it count. */
    void report(Observed observed) {
        for (SubnetManagerHost manager : managers) {
            if (isConcerned(manager) && !manager.isMaster()) {
                draft.warn(
                        Code.OPENSM_BY_HAND,
                        manager.host(),
                        manager.wanted().span(),
                        "opensm must be restarted on %s, and nothing there is known that could do that but a reboot: the fabric waits for it"
                                .formatted(manager.host()));
            }
            boolean writes = manager.changeable() && !manager.files().changes().isEmpty();
            Optional<Fact<Boolean>> keeps = Optional.ofNullable(observed.hosts().get(manager.host()))
                    .flatMap(facts -> facts.esxi())
                    .map(EsxiObserved::keepsScratch);
            if (writes && keeps.isPresent()) {
                report(manager, keeps.get());
            }
        }
    }

    private void report(SubnetManagerHost manager, Fact<Boolean> keeps) {
        String paths = manager.files().changes().stream()
                .map(FileChange::path)
                .filter(path -> path.startsWith("/scratch/"))
                .collect(Collectors.joining(" and "));
        boolean isLost = !keeps.ifKnown().orElse(true) || keeps instanceof Fact.Absent<Boolean>;
        if (paths.isEmpty() || keeps.ifKnown().equals(Optional.of(true))) {
            return;
        }
        String hint =
                "give the host a scratch location on a datastore (ScratchConfig.ConfiguredScratchLocation), and reboot it";
        if (isLost && isConcerned(manager)) {
            draft.refuse(
                    Code.NOT_PERSISTENT,
                    manager.host(),
                    manager.wanted().span(),
                    "%s counts from the next start of %s on, and is lost then: /scratch is in memory"
                            .formatted(paths, manager.host()),
                    hint);
        } else if (isLost) {
            draft.warn(
                    Code.NOT_PERSISTENT,
                    manager.host(),
                    manager.wanted().span(),
                    "%s is lost with the next start of %s: /scratch is in memory".formatted(paths, manager.host()),
                    hint);
        } else if (keeps instanceof Fact.Unreadable<Boolean> unreadable) {
            draft.warn(
                    Code.NOT_PERSISTENT,
                    manager.host(),
                    manager.wanted().span(),
                    "whether %s is there after the next start of %s is not known: %s"
                            .formatted(paths, manager.host(), unreadable.because()));
        }
    }
}
