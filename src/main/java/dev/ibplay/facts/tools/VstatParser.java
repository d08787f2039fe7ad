package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads {@code vstat} of WinOF and of the OpenFabrics stack for Windows (vstat_main.c). It numbers the adapters instead of
 * naming them, and prints LIDs in hexadecimal and no MTU in use.
 */
public final class VstatParser {
    private static final DeviceBlock.Grammar GRAMMAR = new DeviceBlock.Grammar(
            Pattern.compile("(hca_idx=\\d{1,4})"),
            Pattern.compile("port=(\\d{1,3})"),
            Pattern.compile("([A-Za-z][A-Za-z0-9_]*) ?= ?(.*)"));

    /** A person's note behind a value, and the explanation that {@code -v} prints in parentheses. */
    private static final Pattern NOTE = Pattern.compile("\\s+<=.*|\\t+\\(.*");

    private static final Pattern LEADING_NUMBER = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,2})?)(?: Gbps.*)?");
    private static final Pattern NO_PORTS = Pattern.compile("\\s*The driver has reported zero physical ports.*");
    private static final String PORTS = "num_phys_ports";

    private VstatParser() {}

    public static Fact<AdaptersText> parse(ToolOutput output) {
        List<String> lines = output.lines().stream()
                .map(line -> NOTE.matcher(line).replaceFirst(""))
                .toList();
        List<DeviceBlock> blocks = DeviceBlock.read(lines, GRAMMAR);
        Optional<String> failure = ToolFailure.because(output);
        List<AdapterText> adapters = blocks.stream().map(VstatParser::adapter).toList();
        if (adapters.stream()
                .allMatch(a -> a.name().equals(AdapterText.UNNAMED) && a.ports().isEmpty())) {
            return Fact.unreadable(failure.orElse("no adapter found: this is not the output of vstat"));
        }
        Optional<String> driver = lines.stream().anyMatch(NO_PORTS.asMatchPredicate())
                ? Optional.of("the driver reports an adapter without ports: its start failed")
                : Optional.empty();
        Optional<String> cut = IntStream.range(0, blocks.size())
                .mapToObj(i -> blocks.get(i)
                        .missingPorts(PORTS, adapters.get(i).ports().size()))
                .flatMap(Optional::stream)
                .findFirst();
        return Fact.known(new AdaptersText(adapters, failure.or(() -> driver).or(() -> cut)));
    }

    private static AdapterText adapter(DeviceBlock block) {
        return new AdapterText(
                block.name(),
                block.text("vendor_part_id").map(part -> part.split(" ", 2)[0]),
                block.text("fw_ver"),
                block.text("PSID"),
                block.text("node_guid").flatMap(NodeGuid::parse),
                block.ports().stream().flatMap(port -> port(port).stream()).toList());
    }

    private static Optional<AdapterPortText> port(DeviceBlock block) {
        return block.text("port_state")
                .flatMap(PortWords::state)
                .map((PortState state) -> new AdapterPortText(
                        block.number(),
                        state,
                        block.text("port_phys_state").flatMap(PortWords::physicalState),
                        block.text("rate").flatMap(VstatParser::rate),
                        block.text("port_lid").flatMap(PortWords::assignedLid),
                        block.text("sm_lid").flatMap(PortWords::assignedLid),
                        Optional.empty(),
                        block.text("port_guid").flatMap(PortGuid::parse),
                        LinkLayer.of("", "", block.text("transport").orElse("")),
                        block.text("max_mtu").flatMap(PortWords::mtu),
                        Optional.empty()));
    }

    private static Optional<String> rate(String text) {
        var matcher = LEADING_NUMBER.matcher(text);
        return matcher.matches() ? Optional.of(matcher.group(1).replaceFirst("\\.0+$", "")) : Optional.empty();
    }
}
