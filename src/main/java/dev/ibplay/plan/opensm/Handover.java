package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.Edit;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.PlanDraft;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds how a master can hand over for a while: the standby that takes over, and the priority below that one's which the
 * master has meanwhile.
 */
record Handover(SubnetManagerHost successor, ChangeOrder.Intermediate between) {
    private static final String PRIORITY = "sm_priority";

    /** Nothing where that is not possible, which is refused. */
    static Optional<Handover> of(List<SubnetManagerHost> managers, SubnetManagerHost master, PlanDraft draft) {
        Optional<SubnetManagerHost> best = managers.stream()
                .filter(m -> m.changeable() && !m.equals(master) && m.runs() && m.runsThen())
                .filter(m -> m.comingPriority().isPresent())
                .max(Comparator.comparing(SubnetManagerHost::candidate));
        if (best.isEmpty()) {
            return refused(master, "there is no standby that could take over", draft);
        }
        Optional<String> rival = rival(managers, master, best.get());
        if (rival.isPresent()) {
            return refused(
                    master,
                    "%s, which the plan does not change, would be master instead of %s"
                            .formatted(rival.get(), best.get().host()),
                    draft);
        }
        Optional<String> obstacle = obstacle(master);
        if (obstacle.isPresent()) {
            return refused(master, obstacle.get(), draft);
        }
        int priority = best.get().comingPriority().orElse(0);
        boolean tieIsLost = best.get().candidate().beats(new Candidate(priority, master.port()));
        if (priority == 0 && !tieIsLost) {
            return refused(
                    master,
                    "%s has priority 0 and the higher GUID, so nothing is below it"
                            .formatted(best.get().host()),
                    draft);
        }
        OpensmConf coming = master.comingConf();
        if (coming.last("master_sm_priority").isPresent()) {
            return refused(master, "master_sm_priority keeps it master whatever its own priority is", draft);
        }
        int below = tieIsLost ? priority : priority - 1;
        int lower = Math.min(below, master.info().map(SmInfo::priority).orElse(below));
        return coming.with(PRIORITY, Integer.toString(lower)) instanceof Edit.Done<OpensmConf> done
                ? Optional.of(new Handover(best.get(), between(master, lower, done.document(), coming)))
                : refused(master, "sm_priority cannot be set in its opensm.conf", draft);
    }

    /** Another running subnet manager that wins over the successor while the old master is a standby. */
    private static Optional<String> rival(
            List<SubnetManagerHost> managers, SubnetManagerHost master, SubnetManagerHost successor) {
        FabricFacts fabric = master.fabric();
        return fabric.subnetManagers().entrySet().stream()
                .filter(e -> managers.stream()
                        .noneMatch(m -> m.changeable() && m.port().equals(e.getKey())))
                .filter(e -> e.getValue()
                        .ifKnown()
                        .filter(info -> info.state() != SmState.NOT_ACTIVE)
                        .map(info -> new Candidate(info.priority(), e.getKey()))
                        .filter(other -> other.beats(successor.candidate()))
                        .isPresent())
                .map(e -> fabric.port(e.getKey())
                        .map(fabric.fabric()::nameOf)
                        .orElseGet(() -> "the subnet manager of port " + e.getKey()))
                .sorted()
                .findFirst();
    }

    /** Why a lower priority in its opensm.conf would not be followed, or not by it alone, or might stay. */
    private static Optional<String> obstacle(SubnetManagerHost master) {
        if (master.wanted().priority().isEmpty()) {
            return Optional.of("no play says its priority, so that the lower one would stay if the run ended midway");
        }
        if (master.commands().isPresent()) {
            return Optional.of(
                    "a switch's subnet manager is only restarted, and a standby takes over meanwhile by itself");
        }
        boolean argument =
                master.process().flatMap(p -> p.arguments().priority()).isPresent();
        String path = master.opensm().conf().path();
        if (master.hasNoConf()) {
            return Optional.of("nothing is known of an opensm.conf that it reads");
        }
        if (argument || master.files().isOverridden()) {
            return Optional.of("what starts it gives it a priority that wins over its opensm.conf at each start");
        }
        if (master.opensm().conf().content() instanceof Fact.Absent<Bytes>) {
            return Optional.of("it was started without %s, so it does not read it".formatted(path));
        }
        return master.installed().instances().stream()
                                .filter(i -> i.conf().path().equals(path))
                                .count()
                        > 1
                ? Optional.of("another OpenSM of its host reads %s, too".formatted(path))
                : Optional.empty();
    }

    private static ChangeOrder.Intermediate between(
            SubnetManagerHost master, int priority, OpensmConf lowered, OpensmConf coming) {
        String path = master.opensm().conf().path();
        Bytes meanwhile = Bytes.ofLatin1(lowered.text());
        int last = master.comingPriority().orElse(coming.priority().value());
        String text = coming.with(PRIORITY, Integer.toString(last)) instanceof Edit.Done<OpensmConf> done
                ? done.document().text()
                : coming.text();
        return new ChangeOrder.Intermediate(
                priority,
                new FileChange(
                        master.host(), path, master.opensm().conf().content().ifKnown(), meanwhile),
                new FileChange(master.host(), path, Optional.of(meanwhile), Bytes.ofLatin1(text)));
    }

    private static Optional<Handover> refused(SubnetManagerHost master, String because, PlanDraft draft) {
        draft.refuse(
                Code.HANDOVER_IMPOSSIBLE,
                master.host(),
                master.wanted().span(),
                "%s cannot hand over: %s".formatted(master.host(), because),
                "leave sm_activation out: the master is then restarted, and stays master");
        return Optional.empty();
    }
}
