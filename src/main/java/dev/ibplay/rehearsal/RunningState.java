package dev.ibplay.rehearsal;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PortGuid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a host has come to since it was booted, and what its files do not tell: children that were made or removed by hand, modes
 * and MTUs, services that were started or stopped.
 */
final class RunningState {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String NET = "/sys/class/net/";

    private RunningState() {}

    /**
     * What is to be done on the twin so that it runs as the host does.
     *
     * @param usurpers ports of subnet managers that have become master where in truth another one is: they stop, until it is
     */
    static List<Operation> operations(HostFacts real, HostFacts twin, Set<PortGuid> usurpers) {
        List<Operation> operations = new ArrayList<>();
        services(real, twin, usurpers, operations);
        byHand(real, twin, operations);
        children(real, twin, operations);
        for (IpoibObserved wanted : real.interfaces()) {
            twin.ipoib(wanted.name()).ifPresent(there -> values(wanted, there, operations));
        }
        return List.copyOf(operations);
    }

    private static void services(HostFacts real, HostFacts twin, Set<PortGuid> usurpers, List<Operation> operations) {
        List<String> wanted = runningUnits(real);
        List<String> running = runningUnits(twin);
        boolean usurps = twin.vantagePorts().stream()
                .anyMatch(port -> port.guid().filter(usurpers::contains).isPresent());
        running.stream()
                .filter(unit -> usurps || !wanted.contains(unit))
                .forEach(unit -> operations.add(RunCommand.of(LIMIT, "systemctl", "stop", unit)));
        wanted.stream()
                .filter(unit -> !running.contains(unit))
                .forEach(unit -> operations.add(RunCommand.of(LIMIT, "systemctl", "start", unit)));
    }

    /** An OpenSM that somebody has started by hand has no unit, and is started so. */
    private static void byHand(HostFacts real, HostFacts twin, List<Operation> operations) {
        List<List<String>> running = startedByHand(twin);
        startedByHand(real).stream().filter(words -> !running.contains(words)).forEach(words -> {
            List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\" >/dev/null 2>&1 &"));
            command.addAll(words);
            operations.add(RunCommand.of(LIMIT, command.toArray(String[]::new)));
        });
    }

    private static List<List<String>> startedByHand(HostFacts facts) {
        return running(facts)
                .filter(instance -> instance.unit().isEmpty())
                .flatMap(instance -> instance.process().stream())
                .map(process -> process.arguments().all())
                .toList();
    }

    private static Stream<OpensmInstance> running(HostFacts facts) {
        return facts.opensm().ifKnown().stream()
                .flatMap(opensm -> opensm.instances().stream())
                .filter(instance -> instance.process().isPresent());
    }

    private static List<String> runningUnits(HostFacts facts) {
        return running(facts)
                .flatMap(instance -> instance.unit().stream())
                .distinct()
                .toList();
    }

    private static void children(HostFacts real, HostFacts twin, List<Operation> operations) {
        childrenOf(twin).stream()
                .filter(child -> real.ipoib(child.name()).isEmpty())
                .forEach(child -> operations.add(child(child, twin, "delete_child")));
        childrenOf(real).stream()
                .filter(child -> twin.ipoib(child.name()).isEmpty())
                .forEach(child -> operations.add(child(child, real, "create_child")));
    }

    private static List<IpoibLink> childrenOf(HostFacts facts) {
        return facts.network().links().ipoib().stream()
                .filter(link -> link.parent().isPresent())
                .toList();
    }

    private static Operation child(IpoibLink child, HostFacts facts, String attribute) {
        String pkey = facts.ipoib(child.name())
                .map(IpoibObserved::partition)
                .map(Object::toString)
                .orElse("");
        return new WriteAttribute(NET + child.parent().orElse("") + "/" + attribute, Bytes.ofUtf8(pkey));
    }

    private static void values(IpoibObserved wanted, IpoibObserved there, List<Operation> operations) {
        if (there.carrier() != wanted.carrier()) {
            String state = wanted.carrier() ? "up" : "down";
            operations.add(RunCommand.of(LIMIT, "ip", "link", "set", "dev", wanted.name(), state));
        }
        Optional<IpoibMode> mode = wanted.mode().ifKnown();
        boolean otherMode = mode.isPresent() && !mode.equals(there.mode().ifKnown());
        if (otherMode) {
            operations.add(write(wanted.name(), "mode", mode.get().word()));
        }
        Optional<Integer> mtu = wanted.mtu().ifKnown();
        // The kernel may have taken another MTU with the mode.
        if (mtu.isPresent() && (otherMode || !mtu.equals(there.mtu().ifKnown()))) {
            operations.add(write(wanted.name(), "mtu", Integer.toString(mtu.get())));
        }
    }

    private static Operation write(String name, String attribute, String value) {
        return new WriteAttribute(NET + name + "/" + attribute, Bytes.ofUtf8(value));
    }

    /** Why an operation did not do what it was for; empty where it did. */
    static Optional<String> failure(Outcome outcome) {
        return switch (outcome) {
            case Outcome.OperationFailed failed -> Optional.of(failed.message());
            case Outcome.CommandEnded ended ->
                ended.end() instanceof CommandEnd.Exited exited && exited.status() == 0
                        ? Optional.empty()
                        : Optional.of(ended.stderr().lossyText().strip());
            default -> Optional.empty();
        };
    }
}
