package dev.ibplay.rehearsal;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.PortGuid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an ESXi host has come to since it was booted: options of modules that wait for the next boot, interfaces that were switched off,
 * subnet managers that were stopped or started.
 */
final class EsxiSettled {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String PROGRAM = "/opt/opensm/bin/opensm-static";

    private EsxiSettled() {}

    /** An option string of a module: {@code a=1 b=2}. */
    static String text(Map<String, String> options) {
        return new TreeMap<>(options)
                .entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** The same as {@link RunningState#operations}, for twins of ESXi hosts. */
    static List<Operation> operations(HostFacts real, HostFacts twin, Set<PortGuid> usurpers) {
        List<Operation> operations = new ArrayList<>();
        for (DriverObserved wanted : new TreeMap<>(real.drivers()).values()) {
            boolean differs = Optional.ofNullable(twin.drivers().get(wanted.module()))
                    .filter(there -> there.known().ifKnown().isPresent()
                            && !there.parameters().equals(wanted.parameters()))
                    .isPresent();
            if (differs) {
                operations.add(RunCommand.of(
                        LIMIT,
                        "esxcli",
                        "system",
                        "module",
                        "parameters",
                        "set",
                        "-m",
                        wanted.module(),
                        "-p",
                        text(wanted.parameters())));
            }
        }
        interfaces(real, twin, operations);
        managers(real, twin, usurpers, operations);
        return List.copyOf(operations);
    }

    private static void interfaces(HostFacts real, HostFacts twin, List<Operation> operations) {
        for (VmkernelObserved wanted : vmkernels(real)) {
            boolean differs = twin.esxi()
                    .flatMap(there -> there.vmkernel(wanted.name()))
                    .filter(there -> there.enabled() != wanted.enabled())
                    .isPresent();
            if (differs) {
                operations.add(RunCommand.of(
                        LIMIT,
                        "esxcli",
                        "network",
                        "ip",
                        "interface",
                        "set",
                        "-i",
                        wanted.name(),
                        "-e",
                        Boolean.toString(wanted.enabled())));
            }
        }
    }

    private static List<VmkernelObserved> vmkernels(HostFacts facts) {
        return facts.esxi()
                .map(EsxiObserved::vmkernels)
                .flatMap(fact -> fact.ifKnown())
                .orElse(List.of());
    }

    /** Processes are told from each other by what they were started with, whatever their program is called. */
    private static void managers(HostFacts real, HostFacts twin, Set<PortGuid> usurpers, List<Operation> operations) {
        List<List<String>> wanted =
                running(real).stream().map(EsxiSettled::arguments).toList();
        List<List<String>> there =
                running(twin).stream().map(EsxiSettled::arguments).toList();
        for (OpensmInstance instance : instances(twin)) {
            instance.process().ifPresent(process -> {
                boolean usurps = instance.port().filter(usurpers::contains).isPresent();
                if (usurps || !wanted.contains(arguments(process))) {
                    operations.add(RunCommand.of(LIMIT, "kill", Integer.toString(process.pid())));
                }
            });
        }
        wanted.stream().filter(words -> !there.contains(words)).forEach(words -> {
            List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$0\" \"$@\" >/dev/null 2>&1 &", PROGRAM));
            command.addAll(words);
            operations.add(RunCommand.of(LIMIT, command.toArray(String[]::new)));
        });
    }

    private static List<OpensmInstance> instances(HostFacts facts) {
        return facts.opensm().ifKnown().map(opensm -> opensm.instances()).orElse(List.of());
    }

    private static List<OpensmProcess> running(HostFacts facts) {
        return instances(facts).stream()
                .flatMap(instance -> instance.process().stream())
                .toList();
    }

    private static List<String> arguments(OpensmProcess process) {
        List<String> all = process.arguments().all();
        return all.subList(1, all.size());
    }
}
