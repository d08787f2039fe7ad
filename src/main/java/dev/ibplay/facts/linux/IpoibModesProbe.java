package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.ib.IpoibMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The modes of IPoIB interfaces by netlink (ipoib_netlink.c), by name; none where {@code ip} cannot tell, as a busybox's. */
public final class IpoibModesProbe implements Probe<Map<String, IpoibMode>> {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Whether sysfs leaves a mode open; that of a bond is its slaves'. */
    public static boolean isNeeded(HostFacts host) {
        return host.interfaces().stream()
                .filter(IpoibObserved::isBare)
                .anyMatch(its -> host.network().links().bonds().stream()
                        .noneMatch(bond -> bond.name().equals(its.name())));
    }

    @Override
    public List<Operation> operations() {
        return List.of(RunCommand.of(LIMIT, "ip", "-o", "-d", "link", "show", "type", "ipoib"));
    }

    @Override
    public Map<String, IpoibMode> parse(List<Outcome> outcomes) {
        return ToolAnswer.of(outcomes.getFirst())
                .ifKnown()
                .map(output -> IpLinkText.modes(output.lines()))
                .orElse(Map.of());
    }

    /** The host with the modes that sysfs leaves open, as far as they are known. */
    public static HostFacts complete(HostFacts host, Map<String, IpoibMode> modes) {
        return host.withInterfaces(host.interfaces().stream()
                .map(its -> its.isBare() && modes.containsKey(its.name())
                        ? its.withMode(Fact.known(modes.get(its.name())))
                        : its)
                .toList());
    }
}
