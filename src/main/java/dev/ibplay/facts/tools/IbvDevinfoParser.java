package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads {@code ibv_devinfo} of libibverbs, with or without {@code -v}, in all its ages, of MLNX_OFED and of WinOF, which
 * prints each port's transport instead of the link layer.
 */
public final class IbvDevinfoParser {
    private static final DeviceBlock.Grammar GRAMMAR = new DeviceBlock.Grammar(
            Pattern.compile("hca_id:\\s*(\\S+)"),
            Pattern.compile("port:\\s*(\\d{1,3})"),
            Pattern.compile("([A-Za-z][A-Za-z0-9_ ]*|GID\\[ *0\\]):\\s*(.*)"));

    private static final Pattern LISTED = Pattern.compile("\\s*(\\d+) HCAs? found:\\s*");
    private static final Pattern NAME = Pattern.compile("\\s+([\\w.-]+)\\s*");
    private static final Pattern NO_DRIVER =
            Pattern.compile("libibverbs: Warning: (?:no userspace|couldn't load driver).*");

    /** What goes wrong with one device or port while the others are printed (devinfo.c: print_hca_cap). */
    private static final Pattern ONE_FAILED =
            Pattern.compile("\\s*(Failed to (?:open|query|close) .*|Invalid port requested for device)\\s*");

    private static final Pattern ALL_FAILED =
            Pattern.compile("\\s*(?:Failed to get IB devices list: .*|" + "IB device '.*' wasn't found)\\s*");
    private static final String MELLANOX = "0x02c9";
    private static final String PORTS = "phys_port_cnt";

    private IbvDevinfoParser() {}

    /** No device at all is an answer when the tool says so. */
    public static Fact<AdaptersText> parse(ToolOutput output) {
        List<String> said =
                Stream.concat(output.lines().stream(), output.stderr().lines()).toList();
        Optional<String> failed =
                said.stream().filter(ALL_FAILED.asMatchPredicate()).findFirst();
        if (failed.isPresent()) {
            return Fact.unreadable(
                    failed.get().contains("Function not implemented")
                            ? "the kernel, or this container, has no verbs (Function not implemented)"
                            : failed.get().strip());
        }
        Optional<String> incomplete = oneFailed(said)
                .or(() -> output.succeeded()
                        ? Optional.empty()
                        : ToolFailure.because(output)
                                .filter(ignored -> said.stream().noneMatch(IbvDevinfoParser::saysNone)));
        List<DeviceBlock> blocks = DeviceBlock.read(output.lines(), GRAMMAR);
        List<AdapterText> adapters = blocks.isEmpty()
                ? listed(output.lines())
                : blocks.stream().map(IbvDevinfoParser::adapter).toList();
        if (adapters.stream()
                .allMatch(a -> a.name().equals(AdapterText.UNNAMED) && a.ports().isEmpty())) {
            return said.stream().anyMatch(IbvDevinfoParser::saysNone)
                    ? Fact.known(new AdaptersText(List.of(), noDriver(said).or(() -> incomplete)))
                    : Fact.unreadable(incomplete.orElse("no device found: this is not the output of ibv_devinfo"));
        }
        return Fact.known(new AdaptersText(adapters, incomplete.or(() -> cut(blocks, adapters))));
    }

    private static boolean saysNone(String line) {
        return line.strip().equals("No IB devices found") || line.strip().equals("0 HCAs found:");
    }

    private static Optional<String> noDriver(List<String> said) {
        return said.stream().anyMatch(NO_DRIVER.asMatchPredicate())
                ? Optional.of("a device is there, but its user-space driver is missing")
                : Optional.empty();
    }

    private static Optional<String> oneFailed(List<String> said) {
        List<String> failures = said.stream()
                .filter(ONE_FAILED.asMatchPredicate())
                .map(String::strip)
                .toList();
        return failures.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        failures.size() == 1
                                ? failures.getFirst()
                                : "%s, and %d more such errors".formatted(failures.getFirst(), failures.size() - 1));
    }

    /** The names that {@code ibv_devinfo -l} prints. */
    private static List<AdapterText> listed(List<String> lines) {
        List<AdapterText> adapters = new ArrayList<>();
        boolean listed = false;
        for (String line : lines) {
            Matcher name = NAME.matcher(line);
            if (LISTED.matcher(line).matches()) {
                listed = true;
            } else if (listed && name.matches()) {
                adapters.add(new AdapterText(
                        name.group(1),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of()));
            }
        }
        return adapters;
    }

    private static Optional<String> cut(List<DeviceBlock> blocks, List<AdapterText> adapters) {
        for (int i = 0; i < blocks.size(); i++) {
            Optional<String> missing =
                    blocks.get(i).missingPorts(PORTS, adapters.get(i).ports().size());
            if (missing.isPresent()) {
                return missing;
            }
        }
        return blocks.stream().anyMatch(block -> block.ports().isEmpty())
                ? Optional.of("the output of ibv_devinfo is cut: an adapter without ports")
                : Optional.empty();
    }

    private static AdapterText adapter(DeviceBlock block) {
        Optional<String> board = block.text("board_id").filter(text -> !text.equals("n/a"));
        return new AdapterText(
                block.name(),
                block.text("vendor_part_id")
                        .map(part -> block.text("vendor_id").equals(Optional.of(MELLANOX)) ? "MT" + part : part),
                block.text("fw_ver"),
                board,
                block.text("node_guid").flatMap(NodeGuid::parse),
                block.ports().stream()
                        .flatMap(port -> port(block, port).stream())
                        .toList());
    }

    private static Optional<AdapterPortText> port(DeviceBlock adapter, DeviceBlock block) {
        Optional<PortState> state = block.text("state").flatMap(PortWords::state);
        if (state.isEmpty()) {
            return Optional.empty();
        }
        LinkLayer layer = LinkLayer.of(
                adapter.name() + " " + adapter.text("board_id").orElse(""),
                block.text("link_layer").orElse(""),
                block.text("transport").or(() -> adapter.text("transport")).orElse(""));
        return Optional.of(new AdapterPortText(
                block.number(),
                state.get(),
                block.text("phys_state").flatMap(PortWords::physicalState),
                block.text("active_width")
                        .flatMap(width -> block.text("active_speed").flatMap(speed -> PortWords.rate(width, speed))),
                block.text("port_lid").flatMap(PortWords::assignedLid),
                block.text("sm_lid").flatMap(PortWords::assignedLid),
                block.text("port_cap_flags").flatMap(NumberText::parse),
                layer.isManaged() ? guid(block) : Optional.empty(),
                layer,
                block.text("max_mtu").flatMap(PortWords::mtu),
                block.text("active_mtu").flatMap(PortWords::mtu)));
    }

    /** The lower half of a port's first GID is its GUID, on InfiniBand. */
    private static Optional<PortGuid> guid(DeviceBlock block) {
        return block.values().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("GID["))
                .findFirst()
                .flatMap(entry -> GidText.canonical(entry.getValue()))
                .flatMap(GidText::portGuid);
    }
}
