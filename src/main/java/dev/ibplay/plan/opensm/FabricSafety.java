package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.Partition;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.plan.PlanDraft;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What makes a fabric's subnet managers a danger to it whatever the plan changes: two masters, other keys, other partitions, a
 * priority that nobody follows. A warning where the plan leaves the subnet managers alone, a refusal where it changes them.
 */
public final class FabricSafety {
    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final boolean changes;
    private final PlanDraft draft;

    FabricSafety(FabricFacts fabric, List<SubnetManagerHost> managers, boolean changes, PlanDraft draft) {
        this.fabric = fabric;
        this.managers = managers.stream().filter(SubnetManagerHost::runsThen).toList();
        this.changes = changes;
        this.draft = draft;
    }

    /** Of a fabric whose subnet managers no play manages, where any single master will do. */
    public static void unmanaged(FabricFacts fabric, PlanDraft draft) {
        List<PortGuid> masters = fabric.masters();
        if (masters.size() > 1) {
            String names = masters.stream().map(fabric.fabric()::nameOf).collect(Collectors.joining(" and "));
            draft.diagnostics.add(Diagnostic.warning(
                            Code.TWO_MASTERS,
                            new Location.OnHost(fabric.vantageHost(), Optional.empty(), Optional.empty()),
                            "%d subnet managers are master at once: %s".formatted(masters.size(), names))
                    .withHint("ports follow whichever configured them last; stop all but one"));
        }
    }

    void report() {
        boolean keysDiffer = differingKeys();
        twoMasters(keysDiffer);
        managers.forEach(this::ownWay);
        differingPartitions();
    }

    private void say(Code code, SubnetManagerHost manager, String message, String hint) {
        say(changes, code, manager, message, hint);
    }

    private void say(boolean refuses, Code code, SubnetManagerHost manager, String message, String hint) {
        if (refuses) {
            draft.refuse(code, manager.host(), manager.wanted().span(), message, hint);
        } else {
            draft.warn(code, manager.host(), manager.wanted().span(), message, hint);
        }
    }

    /** Subnet managers with other keys do not see each other: each of them is master (osm_sminfo_rcv.c). */
    private boolean differingKeys() {
        if (managers.isEmpty()) {
            return false;
        }
        SubnetManagerHost first = managers.getFirst();
        Optional<SubnetManagerHost> other = managers.stream()
                .filter(m -> !Objects.equals(key(m), key(first))
                        && key(m).isPresent()
                        && key(first).isPresent())
                .findFirst();
        other.ifPresent(m -> say(
                changes || NewKey.isWanted(managers),
                Code.SM_KEYS_DIFFER,
                m,
                "%s and %s have different values of sm_key: they do not see each other, and each will be master"
                        .formatted(first.host(), m.host()),
                "give all subnet managers of the fabric the same: options: {sm_key: ...}"));
        return other.isPresent();
    }

    private static Optional<Long> key(SubnetManagerHost manager) {
        return coming(manager).map(conf -> conf.number("sm_key").value());
    }

    /** opensm.conf as it will be; nothing where it cannot be read. */
    private static Optional<OpensmConf> coming(SubnetManagerHost manager) {
        return manager.opensm().conf().content() instanceof Fact.Unreadable<Bytes>
                ? Optional.empty()
                : Optional.of(manager.comingConf());
    }

    private void twoMasters(boolean keysDiffer) {
        List<PortGuid> masters = fabric.masters();
        if (masters.size() < 2 || managers.isEmpty()) {
            return;
        }
        String names = masters.stream().map(this::nameOf).collect(Collectors.joining(" and "));
        String cause = keysDiffer
                ? "give them the same sm_key"
                : "look for another sm_key, ignore_other_sm TRUE or a subnet manager of another maker; stop one of them";
        say(
                Code.TWO_MASTERS,
                managers.getFirst(),
                "%d subnet managers are master at once: %s; ports follow whichever configured them last"
                        .formatted(masters.size(), names),
                cause);
    }

    private String nameOf(PortGuid port) {
        return managers.stream()
                .filter(m -> m.port().equals(port))
                .map(m -> m.host() + " (" + port + ")")
                .findFirst()
                .orElseGet(() -> fabric.fabric().nameOf(port));
    }

    /** Options by which a subnet manager takes no part in the election, or shows another priority in it. */
    private void ownWay(SubnetManagerHost manager) {
        Optional<OpensmConf> conf = coming(manager);
        if (conf.isEmpty() || manager.wanted().priority().isEmpty()) {
            return;
        }
        int priority = manager.wanted().priority().map(Located::value).orElseThrow();
        if (conf.get().truth("sm_inactive").value()) {
            say(
                    Code.PRIORITY_NOT_FOLLOWED,
                    manager,
                    "priority %d has no effect on %s: sm_inactive TRUE keeps it out of the election"
                            .formatted(priority, manager.host()),
                    "set options: {sm_inactive: false}");
        }
        if (conf.get().truth("ignore_other_sm").value() && managers.size() > 1) {
            say(
                    Code.PRIORITY_NOT_FOLLOWED,
                    manager,
                    "priority %d has no effect on %s: ignore_other_sm TRUE makes it master beside any other"
                            .formatted(priority, manager.host()),
                    "set options: {ignore_other_sm: false}");
        }
        conf.get()
                .last("master_sm_priority")
                .ifPresent(raised -> draft.warn(
                        Code.PRIORITY_NOT_FOLLOWED,
                        manager.host(),
                        manager.wanted().span(),
                        "%s shows master_sm_priority %s instead of its own priority while it is master"
                                .formatted(manager.host(), raised.value())));
    }

    /** A standby with another file brings other partitions when it takes over. */
    private void differingPartitions() {
        List<SubnetManagerHost> running =
                managers.stream().filter(SubnetManagerHost::runs).toList();
        if (running.size() < 2) {
            return;
        }
        SubnetManagerHost first = running.getFirst();
        for (SubnetManagerHost other : running.subList(1, running.size())) {
            String differing = differing(first.files().meaning(), other.files().meaning());
            if (!differing.isEmpty()) {
                draft.warn(
                        Code.PARTITIONS_DIFFER,
                        other.host(),
                        other.wanted().span(),
                        "%s and %s would serve different partitions: %s"
                                .formatted(first.host(), other.host(), differing),
                        "describe these partitions in the play of both, or make the files alike");
            }
        }
    }

    private static String differing(PartitionsMeaning one, PartitionsMeaning other) {
        var keys = new TreeSet<PKey>();
        Stream.concat(one.partitions().stream(), other.partitions().stream())
                .map(Partition::pkey)
                .forEach(keys::add);
        return keys.stream()
                .filter(key -> !same(one.partition(key), other.partition(key)))
                .map(key -> key.asLimitedMember().toString())
                .collect(Collectors.joining(", "));
    }

    private static boolean same(Optional<Partition> one, Optional<Partition> other) {
        return one.isPresent() == other.isPresent()
                && one.flatMap(p -> other.map(p::servesLike)).orElse(true);
    }
}
