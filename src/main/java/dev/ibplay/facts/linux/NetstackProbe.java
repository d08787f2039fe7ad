package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.ResolvePath;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Asks all network stacks of a Linux host at once, and reads all their files: which of them an interface belongs to is known
 * only afterwards.
 */
public final class NetstackProbe implements Probe<Netstacks> {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final List<String> PATTERNS = NetstackPlaces.patterns();

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>(List.of(
                RunCommand.of(LIMIT, "nmcli", "-t", "-f", "DEVICE,TYPE,STATE,CONNECTION", "device"),
                RunCommand.of(
                        LIMIT, "nmcli", "-t", "-f", "NAME,UUID,DEVICE,FILENAME", "connection", "show", "--active"),
                RunCommand.of(LIMIT, "networkctl", "--no-legend", "--no-pager", "list"),
                RunCommand.of(LIMIT, "wicked", "ifstatus", "all"),
                RunCommand.of(LIMIT, "ifquery", "--state"),
                RunCommand.of(
                        LIMIT,
                        "systemctl",
                        "show",
                        "--property=Id,MainPID,LoadState,ActiveState,UnitFileState",
                        "NetworkManager.service",
                        "systemd-networkd.service",
                        "wicked.service",
                        "network.service",
                        "networking.service"),
                new ResolvePath("/sbin/ifup"),
                new ReadMatching("/sys/class/net/*/ifindex", 64)));
        operations.addAll(ObservedFiles.operations(PATTERNS));
        return List.copyOf(operations);
    }

    @Override
    public Netstacks parse(List<Outcome> outcomes) {
        ObservedFiles files = ObservedFiles.parse(PATTERNS, outcomes.subList(8, outcomes.size()));
        Set<String> atBoot = SystemdUnits.parse(outcomes.get(5)).stream()
                .filter(unit -> unit.loaded() && (unit.active() || unit.enabled()))
                .map(SystemdUnits.Unit::id)
                .collect(Collectors.toUnmodifiableSet());
        return new Netstacks(
                NmcliText.devices(outcomes.get(0)),
                NmcliText.active(outcomes.get(1)),
                NetworkctlText.setupStates(outcomes.get(2)),
                networkFiles(SysfsFiles.of(outcomes.subList(7, 8)), files),
                WickedText.parse(outcomes.get(3)),
                hasIfupdown(outcomes.get(4), outcomes.get(6)),
                atBoot,
                files);
    }

    /** busybox has ifup without ifquery; where neither is there, a file that is left over is read by nobody. */
    private static boolean hasIfupdown(Outcome ifquery, Outcome ifup) {
        return !(ToolAnswer.of(ifquery) instanceof Fact.Absent<ToolOutput>) || ifup instanceof Outcome.PathResolved;
    }

    /** The .network file that networkd says it has applied, by interface. */
    private static Map<String, String> networkFiles(SysfsFiles indexes, ObservedFiles files) {
        Map<String, String> byName = new HashMap<>();
        indexes.contents().forEach((path, index) -> {
            Optional<String> notes = files.get(NetstackPlaces.NETWORKD_LINKS + "/" + index)
                    .content()
                    .ifKnown()
                    .map(content -> content.lossyText());
            notes.stream()
                    .flatMap(String::lines)
                    .filter(line -> line.startsWith("NETWORK_FILE="))
                    .map(line -> line.substring("NETWORK_FILE=".length()))
                    .findFirst()
                    .ifPresent(file -> byName.put(path.split("/", -1)[4], file));
        });
        return Map.copyOf(byName);
    }
}
