package dev.ibplay.facts.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Probe;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ports of a Linux host's adapters, from sysfs (Documentation/ABI/stable/sysfs-class-infiniband). LIDs are not read
 * here: a query of the port itself is never stale.
 */
public final class AdapterPortsProbe implements Probe<List<AdapterPort>> {
    private static final int LIMIT = 256;
    private static final String PORTS = "/sys/class/infiniband/*/ports/*/";
    private static final Pattern STATE = Pattern.compile("(/sys/class/infiniband/([^/]+)/ports/(\\d+))/state");
    private static final Pattern UMAD = Pattern.compile("(/sys/class/infiniband_mad/umad\\d+)/ibdev");

    @Override
    public List<Operation> operations() {
        return List.of(
                new ReadMatching(PORTS + "state", LIMIT),
                new ReadMatching(PORTS + "link_layer", LIMIT),
                new ReadMatching(PORTS + "gids/0", LIMIT),
                new ReadMatching("/sys/class/infiniband_mad/umad*/ibdev", LIMIT),
                new ReadMatching("/sys/class/infiniband_mad/umad*/port", LIMIT));
    }

    @Override
    public List<AdapterPort> parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        Set<MadPort> queryable = umadPorts(files);
        List<AdapterPort> ports = new ArrayList<>();
        files.contents().forEach((path, state) -> {
            Matcher matcher = STATE.matcher(path);
            if (matcher.matches()) {
                var port = new MadPort(matcher.group(2), Integer.parseInt(matcher.group(3)));
                ports.add(new AdapterPort(
                        port,
                        files.get(matcher.group(1) + "/gids/0").flatMap(AdapterPortsProbe::guidOfGid),
                        state.startsWith("4:"),
                        files.get(matcher.group(1) + "/link_layer")
                                .map("InfiniBand"::equals)
                                .orElse(true),
                        queryable.contains(port)));
            }
        });
        return List.copyOf(ports);
    }

    private static Set<MadPort> umadPorts(SysfsFiles files) {
        Set<MadPort> ports = new HashSet<>();
        files.contents().forEach((path, adapter) -> {
            Matcher matcher = UMAD.matcher(path);
            Optional<String> number = matcher.matches() ? files.get(matcher.group(1) + "/port") : Optional.empty();
            number.filter(n -> n.matches("\\d{1,3}"))
                    .ifPresent(n -> ports.add(new MadPort(adapter, Integer.parseInt(n))));
        });
        return ports;
    }

    /** A port's GUID is the last half of its first GID: {@code fe80:0000:0000:0000:0002:c903:00fb:3481}. */
    private static Optional<PortGuid> guidOfGid(String gid) {
        return gid.length() == 39 ? PortGuid.parse(gid.substring(20)) : Optional.empty();
    }
}
