package dev.ibplay.facts.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.NumberText;
import dev.ibplay.facts.tools.PortWords;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ports of a Linux host's adapters, from sysfs (Documentation/ABI/stable/sysfs-class-infiniband). The LIDs of sysfs are for
 * people: plans query the port itself, which is never stale.
 */
public final class AdapterPortsProbe implements Probe<List<AdapterPort>> {
    private static final int LIMIT = 256;
    private static final String ADAPTERS = "/sys/class/infiniband/*/";
    private static final String PORTS = ADAPTERS + "ports/*/";
    private static final Pattern STATE = Pattern.compile("((/sys/class/infiniband/([^/]+)/)ports/(\\d{1,3})/)state");
    private static final Pattern UMAD = Pattern.compile("(/sys/class/infiniband_mad/umad\\d+)/ibdev");

    @Override
    public List<Operation> operations() {
        Stream<String> adapters = Stream.of("fw_ver", "hca_type", "board_id", "node_guid", "node_type");
        Stream<String> ports =
                Stream.of("state", "phys_state", "link_layer", "rate", "lid", "sm_lid", "cap_mask", "gids/0");
        return Stream.of(
                        ports.map(PORTS::concat),
                        adapters.map(ADAPTERS::concat),
                        Stream.of("/sys/class/infiniband_mad/umad*/ibdev", "/sys/class/infiniband_mad/umad*/port"))
                .flatMap(patterns -> patterns)
                .<Operation>map(pattern -> new ReadMatching(pattern, LIMIT))
                .toList();
    }

    @Override
    public List<AdapterPort> parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        Set<MadPort> queryable = umadPorts(files);
        List<AdapterPort> ports = new ArrayList<>();
        files.contents().forEach((path, state) -> {
            Matcher matcher = STATE.matcher(path);
            if (matcher.matches()) {
                var port = new MadPort(matcher.group(3), Integer.parseInt(matcher.group(4)));
                Optional<String> board = files.get(matcher.group(2) + "board_id");
                LinkLayer layer = LinkLayer.of(
                        port.adapter() + " " + board.orElse(""),
                        files.get(matcher.group(1) + "link_layer").orElse(""),
                        files.get(matcher.group(2) + "node_type")
                                .filter(type -> type.contains("RNIC"))
                                .orElse(""));
                ports.add(new AdapterPort(
                        port,
                        files.get(matcher.group(1) + "gids/0").flatMap(AdapterPortsProbe::guidOfGid),
                        state.startsWith("4:"),
                        layer.isManaged(),
                        queryable.contains(port),
                        new AdapterAttributes(
                                text(files, matcher.group(2) + "fw_ver"),
                                text(files, matcher.group(2) + "hca_type"),
                                board.filter(text -> !text.isEmpty()),
                                files.get(matcher.group(2) + "node_guid").flatMap(NodeGuid::parse)),
                        attributes(files, matcher.group(1), layer)));
            }
        });
        return List.copyOf(ports);
    }

    private static PortAttributes attributes(SysfsFiles files, String folder, LinkLayer layer) {
        return new PortAttributes(
                layer,
                files.get(folder + "state").flatMap(PortWords::state),
                files.get(folder + "phys_state").flatMap(PortWords::physicalState),
                text(files, folder + "rate").map(rate -> rate.split(" ", 2)[0]),
                files.get(folder + "lid").flatMap(PortWords::assignedLid),
                files.get(folder + "sm_lid").flatMap(PortWords::assignedLid),
                files.get(folder + "cap_mask").flatMap(NumberText::parse));
    }

    private static Optional<String> text(SysfsFiles files, String path) {
        return files.get(path).filter(text -> !text.isEmpty());
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
