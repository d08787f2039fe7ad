package dev.ibplay.facts.linux;

import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What several instances, or a launcher and its instances, make odd together. */
final class OpensmDoubts {
    private OpensmDoubts() {}

    static List<String> of(OpensmAnswers host, OpensmLauncher launcher, List<OpensmInstance> instances) {
        List<String> doubts = new ArrayList<>();
        Map<PortGuid, List<OpensmInstance>> byPort = instances.stream()
                .filter(instance -> instance.port().isPresent())
                .collect(Collectors.groupingBy(i -> i.port().orElseThrow(), TreeMap::new, Collectors.toList()));
        byPort.forEach((port, several) -> {
            if (several.size() > 1) {
                doubts.add("%d OpenSMs are told to run on port %s: %s".formatted(several.size(), port, names(several)));
            }
        });
        List<OpensmInstance> untold = instances.stream()
                .filter(instance ->
                        instance.process().isPresent() && instance.port().isEmpty())
                .toList();
        if (untold.size() > 1) {
            doubts.add("%d OpenSMs run that are told no port and take the first Active one: %s"
                    .formatted(untold.size(), names(untold)));
        }
        instances.stream()
                .flatMap(instance -> instance.process().stream())
                .filter(process ->
                        process.arguments().guid().filter(g -> !isGuid(g)).isPresent())
                .forEach(process -> doubts.add("process %d is told a port that is no GUID: %s"
                        .formatted(process.pid(), process.arguments().guid().orElse(""))));
        launcher.unit()
                .filter(unit -> launcher.kind() != OpensmLauncher.Kind.TEMPLATE_UNITS)
                .flatMap(host::unit)
                .filter(unit -> unit.active()
                        && instances.stream()
                                .noneMatch(i -> i.launched() && i.process().isPresent()))
                .ifPresent(unit -> doubts.add(unit.id() + " is active, but no opensm of it runs"));
        return List.copyOf(doubts);
    }

    private static boolean isGuid(String text) {
        return text.matches("(0[xX])?[0-9a-fA-F]{1,16}");
    }

    private static String names(List<OpensmInstance> instances) {
        return instances.stream().map(OpensmDoubts::name).collect(Collectors.joining(", "));
    }

    private static String name(OpensmInstance instance) {
        Optional<String> process = instance.process().map(OpensmProcess::pid).map(pid -> "process " + pid);
        return process.map(p -> p + instance.unit().map(u -> " of " + u).orElse(""))
                .or(instance::unit)
                .orElse(instance.conf().path());
    }
}
