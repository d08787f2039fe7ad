package dev.ibplay.plan.opensm;

import dev.ibplay.facts.Fact;
import dev.ibplay.plan.FileChange;
import java.util.Optional;

/** Finds the least that makes a subnet manager use its files. */
final class ActivationChoice {
    private final GroupPlanner groups;
    private final Optional<SubnetManagerHost> master;

    /**
     * Finds it for the subnet managers of one fabric.
     *
     * @param master the one that is to be master in the end
     */
    ActivationChoice(GroupPlanner groups, Optional<SubnetManagerHost> master) {
        this.groups = groups;
        this.master = master;
    }

    Activation of(SubnetManagerHost manager) {
        Optional<Boolean> boot = manager.bootChange();
        if (manager.isStopped() || boot.equals(Optional.of(false))) {
            return Activation.DISABLE;
        }
        if (manager.isStarted()) {
            return Activation.ENABLE;
        }
        if (!manager.runs()) {
            return Activation.NONE;
        }
        if (manager.commands().isPresent()) {
            return ofCommands(manager, manager.commands().get());
        }
        Activation needed = ofPartitions(manager).or(ofConf(manager)).or(ofPriority(manager));
        if (needed == Activation.HUP && !manager.takesHup()) {
            return Activation.RESTART; // it runs, and nobody knows which process to tell, or how
        }
        if (needed == Activation.HUP && Optional.of(manager).equals(master) && remembers(manager)) {
            return Activation.RESTART; // or its old groups would be the fabric's
        }
        return needed == Activation.NONE && boot.isPresent() ? Activation.ENABLE : needed;
    }

    /** What is configured by a command is in force at once; where nothing is to be configured, only a new process helps. */
    private Activation ofCommands(SubnetManagerHost manager, ManagerCommands commands) {
        Activation needed = ofPartitions(manager);
        if (!commands.changes().isEmpty()) {
            return needed.or(Activation.HUP);
        }
        boolean isIgnored = manager.info().isPresent()
                && !SubnetManagerDifferences.fabric(manager).isEmpty();
        return needed == Activation.HUP || isIgnored ? Activation.RESTART : needed;
    }

    private static boolean remembers(SubnetManagerHost manager) {
        return manager.mayRememberOldGroups() && !manager.wanted().partitions().isEmpty();
    }

    private Activation ofPartitions(SubnetManagerHost manager) {
        if (groups.rebuilds() || (!manager.isMaster() && GroupPlanner.changesGroups(manager))) {
            return hasStartedWithItsFiles(manager) ? Activation.NONE : Activation.RESTART;
        }
        boolean changes = manager.changesPartitions();
        // One that takes over when others are lowered may do so before its own file is written.
        boolean isRead = manager.isMaster()
                ? changes || groups.isStale()
                : changes && Optional.of(manager).equals(master);
        return isRead ? Activation.HUP : Activation.NONE;
    }

    /** Of one that only a start of its host restarts: that it had one since its files were written, or that nobody can tell. */
    private static boolean hasStartedWithItsFiles(SubnetManagerHost manager) {
        return manager.waitsForReboot()
                && !manager.isMaster()
                && manager.files().changes().isEmpty()
                && !manager.mayRememberOldGroups();
    }

    private static Activation ofConf(SubnetManagerHost manager) {
        OpensmFiles files = manager.files();
        if (files.conf().isEmpty()) {
            // The arguments that win now do so until there is a new process.
            return files.changesArguments() ? Activation.RESTART : Activation.NONE;
        }
        // A HUP re-reads opensm.conf only if it was there when the process started (main.c: opt.config_file), and
        // changes nothing where it is gone.
        boolean existed = !(manager.opensm().conf().content() instanceof Fact.Absent);
        boolean stays = files.conf().flatMap(FileChange::after).isPresent();
        boolean hidden = files.changesArguments() && !changesPriority(manager);
        return existed && stays && !hidden && !files.options().needsRestart() ? Activation.HUP : Activation.RESTART;
    }

    /**
     * For a priority that the fabric does not see. A HUP takes over only what differs from what the process has read before, and
     * then overrules an argument (main.c: opt.file_opts).
     */
    private static Activation ofPriority(SubnetManagerHost manager) {
        if (SubnetManagerDifferences.fabric(manager).isEmpty()) {
            return Activation.NONE;
        }
        boolean isArgument =
                manager.process().flatMap(p -> p.arguments().priority()).isPresent();
        if (changesPriority(manager)) {
            return isArgument && !startedAfterItsFile(manager) ? Activation.RESTART : Activation.HUP;
        }
        return isArgument || startedAfterItsFile(manager) ? Activation.RESTART : Activation.HUP;
    }

    private static boolean changesPriority(SubnetManagerHost manager) {
        return manager.files().options().changes().stream()
                .anyMatch(c -> c.option().key().equals("sm_priority"));
    }

    private static boolean startedAfterItsFile(SubnetManagerHost manager) {
        long modified = manager.opensm().conf().modifiedSeconds();
        return manager.process()
                .map(p -> p.isStartKnown() && p.startSeconds() >= modified)
                .orElse(false);
    }
}
