package dev.ibplay.plan.opensm;

import dev.ibplay.facts.Fact;
import dev.ibplay.plan.FileChange;
import java.util.Optional;

/** Finds the least that makes a subnet manager use its files. */
final class ActivationChoice {
    private final GroupPlanner groups;

    ActivationChoice(GroupPlanner groups) {
        this.groups = groups;
    }

    Activation of(SubnetManagerHost manager) {
        Optional<Boolean> boot = manager.bootChange();
        if (manager.isStopped() || boot.equals(Optional.of(false))) {
            return Activation.DISABLE;
        }
        if (manager.isStarted()) {
            return Activation.ENABLE;
        }
        if (manager.process().isEmpty()) {
            return Activation.NONE;
        }
        Activation needed = ofPartitions(manager).or(ofConf(manager));
        if (needed == Activation.NONE
                && !SubnetManagerDifferences.fabric(manager).isEmpty()) {
            // A HUP takes over only what has changed in the file since it was read, whatever the arguments were.
            boolean argument = !SubnetManagerDifferences.running(manager).isEmpty();
            needed = argument || startedAfterItsFile(manager) ? Activation.RESTART : Activation.HUP;
        }
        return needed == Activation.NONE && boot.isPresent() ? Activation.ENABLE : needed;
    }

    private Activation ofPartitions(SubnetManagerHost manager) {
        if (groups.rebuilds() || (!manager.isMaster() && GroupPlanner.changesGroups(manager))) {
            return Activation.RESTART;
        }
        boolean isRead = manager.files().partitions().isPresent() || groups.isStale();
        return manager.isMaster() && isRead ? Activation.HUP : Activation.NONE;
    }

    private static Activation ofConf(SubnetManagerHost manager) {
        OpensmFiles files = manager.files();
        if (files.conf().isEmpty()) {
            // The arguments that win now do so until there is a new process.
            return files.overrides().isEmpty() ? Activation.NONE : Activation.RESTART;
        }
        // A HUP re-reads opensm.conf only if it was there when the process started (main.c: opt.config_file), and
        // changes nothing where it is gone.
        boolean existed = !(manager.opensm().conf().content() instanceof Fact.Absent);
        boolean stays = files.conf().flatMap(FileChange::after).isPresent();
        boolean hidden = !files.overrides().isEmpty()
                && files.options().changes().stream()
                        .noneMatch(c -> c.option().key().equals("sm_priority"));
        return existed && stays && !hidden && !files.options().needsRestart() ? Activation.HUP : Activation.RESTART;
    }

    private static boolean startedAfterItsFile(SubnetManagerHost manager) {
        long modified = manager.opensm().conf().modifiedSeconds();
        return manager.process().map(p -> p.startSeconds() >= modified).orElse(false);
    }
}
