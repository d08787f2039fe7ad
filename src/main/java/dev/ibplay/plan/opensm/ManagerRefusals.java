package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.PlanDraft;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Refuses what cannot be done to the managed subnet managers of a fabric, and warns of what may not be as meant. */
final class ManagerRefusals {
    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final GroupPlanner groups;
    private final ActivationChoice activations;
    private final PlanDraft draft;

    ManagerRefusals(
            FabricFacts fabric,
            List<SubnetManagerHost> managers,
            GroupPlanner groups,
            ActivationChoice activations,
            PlanDraft draft) {
        this.fabric = fabric;
        this.managers = managers;
        this.groups = groups;
        this.activations = activations;
        this.draft = draft;
    }

    void report() {
        warnOfEqualPriorities();
        managers.forEach(this::warnOfOldMemory);
        managers.stream().filter(SubnetManagerHost::changeable).forEach(manager -> {
            doubts(manager);
            override(manager);
            notRunning(manager);
            noWay(manager);
            outage(manager);
            last(manager);
        });
        halfOfTheManagers();
    }

    private void refuse(Code code, SubnetManagerHost manager, String message, String hint) {
        draft.refuse(code, manager.host(), manager.wanted().span(), message, hint);
    }

    private void warnOfEqualPriorities() {
        List<SubnetManagerHost> managers =
                this.managers.stream().filter(SubnetManagerHost::runsThen).toList();
        for (int i = 0; i < managers.size(); i++) {
            SubnetManagerHost one = managers.get(i);
            for (SubnetManagerHost other : managers.subList(i + 1, managers.size())) {
                if (one.comingPriority().isPresent() && one.comingPriority().equals(other.comingPriority())) {
                    draft.warn(
                            Code.EQUAL_PRIORITIES,
                            other.host(),
                            other.wanted().span(),
                            "%s and %s both have priority %d, so the lower port GUID decides: %s wins"
                                    .formatted(
                                            one.host(),
                                            other.host(),
                                            one.comingPriority().get(),
                                            one.host()));
                }
            }
        }
    }

    /**
     * A standby makes no groups that could be asked for. One that started before its file was changed may still hold, from
     * a time as master, groups that the file no longer describes (osm_sa_mcmember_record.c keeps what it finds by MGID).
     */
    private void warnOfOldMemory(SubnetManagerHost manager) {
        if (manager.mayRememberOldGroups() && !manager.wanted().partitions().isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    manager.host(),
                    manager.wanted().span(),
                    "running, inferred: opensm started before %s was changed; whether it would bring old groups back shows only when it is master"
                            .formatted(manager.opensm().partitions().path()));
        }
        if (manager.isEsxi()
                && manager.isMemoryUnknown()
                && !manager.wanted().partitions().isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    manager.host(),
                    manager.wanted().span(),
                    "running, unknown: %s does not tell whether opensm started before %s was changed; whether it would bring old groups back shows only when it is master"
                            .formatted(
                                    manager.host(),
                                    manager.opensm().partitions().path()));
        }
    }

    private void doubts(SubnetManagerHost manager) {
        manager.installed()
                .doubts()
                .forEach(doubt -> draft.warn(
                        Code.OPENSM_SEVERAL, manager.host(), manager.wanted().span(), doubt));
    }

    private void override(SubnetManagerHost manager) {
        // A service's next start gives it what the service's command line says now.
        if (!manager.files().isOverridden() && manager.opensm().service().isEmpty()) {
            SubnetManagerDifferences.running(manager)
                    .forEach(d -> draft.refuse(
                            Code.OPENSM_OVERRIDE,
                            manager.host(),
                            d.askedBy(),
                            "opensm was " + d.observed() + ", which wins over the file at every start",
                            "take the option out of what starts opensm, or start it by its service"));
        }
    }

    private void notRunning(SubnetManagerHost manager) {
        boolean wantsWork = manager.wanted().priority().isPresent()
                || !manager.wanted().partitions().isEmpty()
                || !manager.wanted().options().isEmpty()
                || manager.wanted().isExclusive();
        if (!manager.runs() && manager.wanted().enabled().isEmpty() && wantsWork) {
            refuse(
                    Code.OPENSM_NOT_RUNNING,
                    manager,
                    "opensm does not run on %s, so nothing follows its files".formatted(manager.host()),
                    manager.waitsForReboot()
                            ? "start it by hand or reboot the host, or take the host out of the play"
                            : "say \"enabled: true\" under opensm, or take the host out of the play");
        }
    }

    private void noWay(SubnetManagerHost manager) {
        if (manager.commands().isPresent()) {
            return; // there is a command for everything
        }
        Activation activation = activations.of(manager);
        boolean interrupts = switch (activation) {
            case NONE, HUP -> false;
            case RESTART, ENABLE, DISABLE -> true;
        };
        if (!interrupts || SubnetManagerSteps.way(manager, activation).isPresent()) {
            return;
        }
        if (manager.isEsxi() && activation == Activation.RESTART) {
            new RebootWaits(managers, activations, draft).refuse(manager);
            return;
        }
        String verb = switch (activation) {
            case ENABLE -> "started";
            case DISABLE -> "stopped";
            case NONE, HUP, RESTART -> "restarted";
        };
        if (manager.opensm().unit().isEmpty() && !manager.opensm().launched()) {
            refuse(
                    Code.OPENSM_BY_HAND,
                    manager,
                    "opensm must be %s, and no service started it".formatted(verb),
                    "stop it and start it by its service; then run this again");
        } else {
            refuse(
                    Code.OPENSM_BY_HAND,
                    manager,
                    "opensm must be %s, and its launcher can do that only with the other instances of this host"
                            .formatted(verb),
                    "do it by hand when the other fabrics can spare theirs, then run this again");
        }
    }

    /** With a single subnet manager nobody answers while it is restarted; traffic goes on. */
    private void outage(SubnetManagerHost manager) {
        boolean isAlone = fabric.subnetManagers().keySet().equals(Set.of(manager.port()));
        if (isAlone && activations.of(manager) == Activation.RESTART) {
            draft.warn(
                    Code.FABRIC_OUTAGE,
                    manager.host(),
                    manager.wanted().span(),
                    "%s runs the only subnet manager of its fabric: while it is restarted nothing can join or be looked up"
                            .formatted(manager.host()));
        }
    }

    /** A fabric without a subnet manager goes on as it is, but nothing that joins or breaks is looked after. */
    private void last(SubnetManagerHost manager) {
        if (!manager.isStopped()) {
            return;
        }
        boolean other = managers.stream().anyMatch(m -> !m.equals(manager) && m.runsThen())
                || fabric.subnetManagers().entrySet().stream()
                        .anyMatch(e -> isForeign(e.getKey()) && isActive(e.getValue()));
        if (!other) {
            refuse(
                    Code.LAST_SUBNET_MANAGER,
                    manager,
                    "%s runs the last subnet manager of its fabric".formatted(manager.host()),
                    "start another one first");
        }
    }

    private boolean isForeign(PortGuid port) {
        return managers.stream().noneMatch(m -> m.port().equals(port));
    }

    private static boolean isActive(Fact<SmInfo> fact) {
        Optional<SmState> state = fact.ifKnown().map(SmInfo::state);
        return state.equals(Optional.of(SmState.MASTER)) || state.equals(Optional.of(SmState.STANDBY));
    }

    /** A change of partitions must reach every manager: one that is left out would bring the old state back. */
    private void halfOfTheManagers() {
        Predicate<SubnetManagerHost> concerned = m -> m.changesPartitions() || (groups.rebuilds() && m.runs());
        List<String> leftOut = managers.stream()
                .filter(m -> !m.changeable())
                .filter(concerned)
                .map(SubnetManagerHost::host)
                .toList();
        managers.stream()
                .filter(m -> m.changeable() && concerned.test(m) && !leftOut.isEmpty())
                .findFirst()
                .ifPresent(m -> refuse(
                        Code.MANAGERS_LEFT_OUT,
                        m,
                        "partitions change, and %s would keep the old ones: outside --limit or the tags"
                                .formatted(String.join(", ", leftOut)),
                        "let the limit take in all subnet managers of the fabric, or none"));
    }
}
