package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Names who loses P_Keys or full membership by a plan, and the IPoIB interfaces that go down with them. It compares the ports'
 * own tables with what OpenSM will make of the new file, so it also finds what comes by a file that says less than it seems.
 */
final class BlastRadius {
    /** With more ports than this the rest is counted only. */
    private static final int NAMED = 48;

    private static final String HINT =
            "these ports lose what they have now; if that is meant, say so: --allow-removal (\"--yes\" alone does not)";

    private final FabricFacts fabric;
    private final Observed observed;
    private final PlanDraft draft;

    BlastRadius(FabricFacts fabric, Observed observed, PlanDraft draft) {
        this.fabric = fabric;
        this.observed = observed;
        this.draft = draft;
    }

    /**
     * Refuses, or warns where removals are allowed.
     *
     * @param manager whose file the tables come from
     * @param coming the P_Keys that each port will have
     */
    void report(SubnetManagerHost manager, Map<PortGuid, Set<PKey>> coming) {
        Map<PortGuid, List<PKey>> now = new java.util.TreeMap<>();
        fabric.pkeys().forEach((port, table) -> table.ifKnown().ifPresent(keys -> now.put(port, keys)));
        Set<PKey> partitions = new TreeSet<>();
        now.values().forEach(keys -> keys.forEach(key -> partitions.add(key.asLimitedMember())));
        for (PKey partition : partitions) {
            List<PortGuid> losingKey = new ArrayList<>();
            List<PortGuid> losingFull = new ArrayList<>();
            now.forEach((port, keys) -> {
                Set<PKey> then = coming.getOrDefault(port, Set.of());
                if (keys.stream().anyMatch(partition::samePartition)) {
                    if (then.stream().noneMatch(partition::samePartition)) {
                        losingKey.add(port);
                    } else if (keys.contains(partition.asFullMember()) && !then.contains(partition.asFullMember())) {
                        losingFull.add(port);
                    }
                }
            });
            say(manager, partition, losingKey, "the P_Key");
            say(manager, partition, losingFull, "full membership");
        }
        sayUnknown(manager);
    }

    private void say(SubnetManagerHost manager, PKey partition, List<PortGuid> ports, String what) {
        if (ports.isEmpty()) {
            return;
        }
        String name = manager.files()
                .before()
                .flatMap(meaning -> meaning.partition(partition))
                .map(p -> p.name() + " ")
                .orElse("");
        List<String> interfaces = interfaces(partition, ports);
        String down = interfaces.isEmpty()
                ? ""
                : "; %s down: %s"
                        .formatted(
                                interfaces.size() == 1
                                        ? "1 IPoIB interface goes"
                                        : interfaces.size() + " IPoIB interfaces go",
                                listed(interfaces));
        String message = "%s%s: %s %s: %s%s"
                .formatted(
                        name,
                        partition,
                        ports.size() == 1 ? "1 port loses" : ports.size() + " ports lose",
                        what,
                        listed(ports.stream().map(this::nameOf).toList()),
                        down);
        if (draft.settings.allowRemoval()) {
            draft.warn(Code.REMOVAL, manager.host(), manager.wanted().span(), message);
        } else {
            draft.refuse(Code.REMOVAL, manager.host(), manager.wanted().span(), message, HINT);
        }
    }

    private void sayUnknown(SubnetManagerHost manager) {
        List<String> unknown = fabric.pkeys().entrySet().stream()
                .filter(e -> e.getValue() instanceof Fact.Unreadable<List<PKey>>)
                .map(Map.Entry::getKey)
                .sorted()
                .map(this::nameOf)
                .toList();
        if (!unknown.isEmpty()) {
            draft.diagnostics.add(Diagnostic.warning(
                    Code.REMOVAL,
                    new Location.OnHost(
                            manager.host(),
                            Optional.empty(),
                            Optional.of(manager.wanted().span())),
                    "what these ports lose is not known, since their P_Key tables could not be read: "
                            + listed(unknown)));
        }
    }

    private static String listed(List<String> names) {
        String shown = names.stream().limit(NAMED).collect(Collectors.joining(", "));
        return names.size() <= NAMED ? shown : "%s and %d more".formatted(shown, names.size() - NAMED);
    }

    private String nameOf(PortGuid port) {
        return observed.hostOf(port)
                .flatMap(host -> host.port(port).map(p -> "%s/%s (%s)".formatted(host.host(), p.port(), port)))
                .orElseGet(() -> fabric.fabric().nameOf(port));
    }

    private List<String> interfaces(PKey partition, List<PortGuid> ports) {
        List<String> down = new ArrayList<>();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces().stream()
                        .filter(found -> found.partition().samePartition(partition))
                        .filter(found -> isOn(host, found, ports))
                        .forEach(found -> down.add(host.host() + " " + found.name())));
        return down;
    }

    private boolean isOn(HostFacts host, IpoibObserved found, List<PortGuid> ports) {
        return observed.portOf(host, found)
                .map(ports::contains)
                .orElseGet(() ->
                        host.ports().stream().flatMap(p -> p.guid().stream()).anyMatch(ports::contains));
    }
}
