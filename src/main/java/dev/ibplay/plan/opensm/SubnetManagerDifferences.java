package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What of a subnet manager's priority and role is not as desired, beyond the files. */
final class SubnetManagerDifferences {
    private SubnetManagerDifferences() {}

    /** Whether it runs, and whether it is started with the host. */
    static List<Difference> enabled(SubnetManagerHost manager) {
        if (manager.wanted().enabled().isEmpty()) {
            return List.of();
        }
        Located<Boolean> enabled = manager.wanted().enabled().get();
        List<Difference> differences = new ArrayList<>();
        manager.opensm()
                .startsWithHost(manager.installed().launcher())
                .ifKnown()
                // What starts an instance with a unit of its own is not what the launcher says.
                .filter(e -> manager.opensm().launched() && !e.equals(enabled.value()))
                .ifPresent(e -> {
                    String found = e ? "started with the host" : "not started with the host";
                    String desired = e ? "not started with the host" : "started with the host";
                    differences.add(enabled(manager, Level.FILE, found, desired, enabled.span()));
                });
        if (manager.runs() != enabled.value()) {
            String found = manager.runs() ? "running" : "not running";
            String desired = enabled.value() ? "running" : "not running";
            differences.add(enabled(manager, Level.RUNNING, found, desired, enabled.span()));
        }
        return differences;
    }

    private static Difference enabled(
            SubnetManagerHost manager, Level level, String found, String desired, Span askedBy) {
        return new Difference(manager.host(), manager.wanted().key(), "enabled", level, found, desired, askedBy);
    }

    /** The running level: arguments win over the file at every start (main.c). */
    static List<Difference> running(SubnetManagerHost manager) {
        if (manager.wanted().priority().isEmpty() || manager.isUnwanted()) {
            return List.of();
        }
        Located<Integer> priority = manager.wanted().priority().get();
        String desired = priority.value().toString();
        Optional<OpensmProcess> process = manager.process();
        boolean isInForce = manager.files().isOverridden()
                && !manager.files().changesArguments()
                && manager.info().map(SmInfo::priority).equals(Optional.of(priority.value()));
        if (isInForce) {
            return List.of(); // a HUP has overruled the argument, and the next start has another one
        }
        Optional<String> argument = process.flatMap(p -> p.arguments().priority());
        return argument.filter(text -> !text.equals(desired))
                .map(text -> List.of(
                        difference(manager, Level.RUNNING, "started with -p " + text, desired, priority.span())))
                .orElse(List.of());
    }

    /** The fabric level: the priority that a query of the port answers; of one that is not to run, none is wanted. */
    static List<Difference> fabric(SubnetManagerHost manager) {
        if (manager.wanted().priority().isEmpty() || manager.isUnwanted()) {
            return List.of();
        }
        Located<Integer> priority = manager.wanted().priority().get();
        Optional<Integer> found = manager.info().map(SmInfo::priority);
        return found.equals(Optional.of(priority.value()))
                ? List.of()
                : List.of(difference(
                        manager,
                        Level.FABRIC,
                        found.map(Object::toString).orElse("no subnet manager answers"),
                        priority.value().toString(),
                        priority.span()));
    }

    /** Exactly one master, the wanted one, and every Active port configured by it. */
    static List<Difference> master(FabricFacts fabric, SubnetManagerHost wanted) {
        List<Difference> differences = new ArrayList<>();
        List<PortGuid> masters = fabric.masters();
        Span span = wanted.wanted().span();
        if (!masters.equals(List.of(wanted.port()))) {
            String found = masters.isEmpty()
                    ? "none"
                    : masters.stream().map(PortGuid::toString).collect(Collectors.joining(", "));
            differences.add(new Difference(
                    wanted.host(),
                    "opensm",
                    "master",
                    Level.FABRIC,
                    found,
                    wanted.port().toString(),
                    span));
            return differences;
        }
        Optional<Lid> lid = fabric.port(wanted.port()).map(p -> p.info().lid());
        String strays = fabric.fabric().activeAdapterPorts().stream()
                .filter(p -> !Optional.of(p.info().smLid()).equals(lid))
                .map(p -> fabric.fabric().nameOf(p) + ": " + p.info().smLid())
                .collect(Collectors.joining(", "));
        if (!strays.isEmpty()) {
            differences.add(new Difference(
                    wanted.host(),
                    "opensm",
                    "SMLid",
                    Level.FABRIC,
                    strays,
                    lid.map(Lid::toString).orElse("the master's"),
                    span));
        }
        return differences;
    }

    private static Difference difference(
            SubnetManagerHost manager, Level level, String observed, String desired, Span span) {
        return new Difference(manager.host(), manager.wanted().key(), "priority", level, observed, desired, span);
    }
}
