package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code ibstat} of infiniband-diags; AIX has another program of that name. Indentation varies and does not matter;
 * what is not a key with a value is passed over.
 */
public final class IbstatParser {
    private static final Pattern ADAPTER = Pattern.compile("CA '([^']+)'");
    private static final Pattern PORT = Pattern.compile("\\s+Port (\\d{1,3}):");
    private static final Pattern VALUE = Pattern.compile("\\s+([A-Z][A-Za-z ]*):\\s*(.*)");

    /** A last line that was never ended is believed only if it can be nothing shorter. */
    private static final Pattern LAST = Pattern.compile("\\s+Link layer: (?:InfiniBand|Ethernet)");

    private static final int NO_LID = 0xffff;

    /** A block of the output: of an adapter, or of one port. */
    private record Block(String name, Map<String, String> values, List<Block> ports) {
        Block(String name) {
            this(name, new LinkedHashMap<>(), new ArrayList<>());
        }

        Optional<String> text(String key) {
            return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
        }
    }

    private IbstatParser() {}

    /** No adapter at all is an answer: ibstat prints nothing and exits 0. */
    public static Fact<AdaptersText> parse(ToolOutput output) {
        List<Block> blocks = blocks(lines(output));
        Optional<String> failure = ToolFailure.because(output);
        if (blocks.isEmpty()) {
            if (failure.isPresent()) {
                return Fact.unreadable(failure.get());
            }
            return output.stdout().isBlank()
                    ? Fact.known(new AdaptersText(List.of(), Optional.empty()))
                    : Fact.unreadable("no channel adapter found: this is not the output of ibstat");
        }
        List<AdapterText> adapters = new ArrayList<>();
        boolean cut = false;
        for (Block block : blocks) {
            AdapterText adapter = adapter(block);
            adapters.add(adapter);
            cut |= adapter.ports().size() != block.ports().size() || !hasAllPorts(block);
        }
        Optional<String> incomplete = ToolFailure.error(output).or(() -> failure);
        return Fact.known(new AdaptersText(
                adapters, incomplete.isEmpty() && cut ? Optional.of("the output of ibstat is cut") : incomplete));
    }

    private static List<String> lines(ToolOutput output) {
        List<String> lines = new ArrayList<>(output.lines());
        if (LAST.matcher(output.lastUnended()).matches()) {
            lines.add(output.lastUnended());
        }
        return lines;
    }

    private static List<Block> blocks(List<String> lines) {
        List<Block> adapters = new ArrayList<>();
        Optional<Block> current = Optional.empty();
        for (String line : lines) {
            Matcher adapter = ADAPTER.matcher(line);
            Matcher port = PORT.matcher(line);
            Matcher value = VALUE.matcher(line);
            if (adapter.matches()) {
                current = Optional.of(new Block(adapter.group(1)));
                adapters.add(current.get());
            } else if (port.matches() && !adapters.isEmpty()) {
                current = Optional.of(new Block(port.group(1)));
                adapters.getLast().ports().add(current.get());
            } else if (value.matches()) {
                current.ifPresent(block -> block.values()
                        .putIfAbsent(value.group(1), value.group(2).strip()));
            }
        }
        return adapters;
    }

    private static boolean hasAllPorts(Block adapter) {
        return adapter.text("Number of ports")
                .flatMap(text -> NumberText.parse(text, 255))
                .map(count -> count == adapter.ports().size())
                .orElse(false);
    }

    private static AdapterText adapter(Block block) {
        return new AdapterText(
                block.name(),
                block.text("CA type"),
                block.text("Firmware version"),
                block.text("Node GUID").flatMap(NodeGuid::parse),
                block.ports().stream().flatMap(port -> port(port).stream()).toList());
    }

    /** Nothing when the block ends before its last obligatory line. */
    private static Optional<AdapterPortText> port(Block block) {
        Optional<String> state = block.text("State");
        Optional<String> physical = block.text("Physical state");
        if (state.isEmpty() || physical.isEmpty() || block.text("Port GUID").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AdapterPortText(
                Integer.parseInt(block.name()),
                state.get(),
                physical.get(),
                block.text("Rate"),
                block.text("Base lid").flatMap(IbstatParser::assignedLid),
                block.text("SM lid").flatMap(IbstatParser::assignedLid),
                block.text("Capability mask").flatMap(NumberText::parse),
                block.text("Port GUID").flatMap(PortGuid::parse),
                block.text("Link layer")));
    }

    /** LIDs 0 and 65535 mean that none is assigned. */
    static Optional<Lid> assignedLid(String text) {
        return NumberText.lid(text).filter(lid -> lid.value() != 0 && lid.value() != NO_LID);
    }
}
