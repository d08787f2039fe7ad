package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads {@code ibstat} of infiniband-diags, on Linux, Windows and ESXi; AIX has another program of that name. What is not a
 * key with a value is passed over.
 */
public final class IbstatParser {
    private static final String RNIC = "iWARP RNIC";

    /** With a colon when one port was asked for. */
    private static final DeviceBlock.Grammar GRAMMAR = new DeviceBlock.Grammar(
            Pattern.compile("(CA|Switch|Router|" + RNIC + "|\\?\\?\\?):? '([^']+)'"),
            Pattern.compile("Port (\\d{1,3}):"),
            Pattern.compile("([A-Za-z?][A-Za-z? ]*):\\s*(.*)"));

    private static final Pattern AIX = Pattern.compile("\\s*IB PORT \\d+ INFORMATION \\(.*");

    /** A last line that was never ended is believed only if it can be nothing shorter. */
    private static final Pattern LAST = Pattern.compile("\\s*Link layer: (?:InfiniBand|Ethernet)");

    private static final String PORTS = "Number of ports";

    private IbstatParser() {}

    /** No adapter at all is an answer: ibstat prints nothing and exits 0. */
    public static Fact<AdaptersText> parse(ToolOutput output) {
        List<String> lines = lines(output);
        if (lines.stream().anyMatch(AIX.asMatchPredicate())) {
            return Fact.unreadable("this is ibstat of AIX, another program of that name");
        }
        List<DeviceBlock> blocks = DeviceBlock.read(lines, GRAMMAR);
        Optional<String> failure = ToolFailure.because(output);
        boolean nothing = blocks.stream()
                .allMatch(block -> block.name().equals(AdapterText.UNNAMED)
                        && block.ports().stream().allMatch(port -> port.values().isEmpty()));
        if (nothing) {
            return failure.<Fact<AdaptersText>>map(Fact::unreadable)
                    .orElseGet(() -> output.stdout().isBlank()
                            ? Fact.known(new AdaptersText(List.of(), Optional.empty()))
                            : Fact.unreadable("no channel adapter found: this is not the output of ibstat"));
        }
        List<AdapterText> adapters = new ArrayList<>();
        Optional<String> cut = Optional.empty();
        for (DeviceBlock block : blocks) {
            AdapterText adapter = adapter(block);
            adapters.add(adapter);
            if (cut.isEmpty()) {
                cut = missing(block, adapter.ports().size());
            }
        }
        Optional<String> missing = cut;
        return Fact.known(new AdaptersText(
                adapters, ToolFailure.error(output).or(() -> failure).or(() -> missing)));
    }

    private static List<String> lines(ToolOutput output) {
        List<String> lines = new ArrayList<>(output.lines());
        if (LAST.matcher(output.lastUnended()).matches()) {
            lines.add(output.lastUnended());
        }
        return lines;
    }

    /** Without a number of ports the adapter's lines are cut, unless one port was asked for. */
    private static Optional<String> missing(DeviceBlock block, int found) {
        boolean onePort = block.values().isEmpty() && block.ports().size() == 1;
        return block.text(PORTS).isEmpty() && !onePort
                ? Optional.of("the output of ibstat is cut")
                : block.missingPorts(PORTS, found);
    }

    private static AdapterText adapter(DeviceBlock block) {
        return new AdapterText(
                block.name(),
                block.text(block.kind() + " type"),
                block.text("Firmware version"),
                Optional.empty(),
                block.text("Node GUID").flatMap(NodeGuid::parse),
                block.ports().stream()
                        .flatMap(port -> port(block, port).stream())
                        .toList());
    }

    /** Nothing when the block ends before its last obligatory line. */
    private static Optional<AdapterPortText> port(DeviceBlock adapter, DeviceBlock block) {
        Optional<PortState> state = block.text("State").flatMap(PortWords::state);
        Optional<PortPhysicalState> physical = block.text("Physical state").flatMap(PortWords::physicalState);
        if (state.isEmpty() || physical.isEmpty() || block.text("Port GUID").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AdapterPortText(
                block.number(),
                state.get(),
                physical,
                block.text("Rate").flatMap(IbstatParser::firstWord),
                block.text("Base lid").flatMap(PortWords::assignedLid),
                block.text("SM lid").flatMap(PortWords::assignedLid),
                block.text("Capability mask").flatMap(NumberText::parse),
                block.text("Port GUID").flatMap(PortGuid::parse),
                LinkLayer.of(
                        adapter.name(),
                        block.text("Link layer").orElse(""),
                        adapter.kind().equals(RNIC) ? RNIC : ""),
                Optional.empty(),
                Optional.empty()));
    }

    /** {@code 40 (FDR10)}. */
    private static Optional<String> firstWord(String text) {
        return Stream.of(text.split("\\s", 2)[0])
                .filter(Predicate.not(String::isEmpty))
                .findFirst();
    }
}
