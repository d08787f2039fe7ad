package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ibstatus}, a shell script that prints sysfs attributes: one block for each port, LIDs in hexadecimal. */
public final class IbstatusParser {
    private static final Pattern PORT = Pattern.compile("\\s*Infiniband device '([^']+)' port (\\d{1,3}) status:\\s*");
    private static final Pattern VALUE = Pattern.compile("\\s*([a-z_ ]+):\\s*(.*)");

    private IbstatusParser() {}

    public static Fact<AdaptersText> parse(ToolOutput output) {
        Map<String, List<AdapterPortText>> ports = new LinkedHashMap<>();
        Optional<String> incomplete = ToolFailure.because(output);
        List<String> lines = output.lines();
        for (int i = 0; i < lines.size(); i++) {
            Matcher head = PORT.matcher(lines.get(i));
            if (head.matches()) {
                List<AdapterPortText> of = ports.computeIfAbsent(head.group(1), name -> new ArrayList<>());
                Optional<AdapterPortText> port = port(
                        head.group(1), Integer.parseInt(head.group(2)), values(lines.subList(i + 1, lines.size())));
                port.ifPresent(of::add);
                if (port.isEmpty() && incomplete.isEmpty()) {
                    incomplete = Optional.of("the output of ibstatus is cut");
                }
            }
        }
        if (ports.isEmpty()) {
            return Fact.unreadable(incomplete.orElse("this is not the output of ibstatus"));
        }
        List<AdapterText> adapters = ports.entrySet().stream()
                .map(entry -> new AdapterText(
                        entry.getKey(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        entry.getValue()))
                .toList();
        return Fact.known(new AdaptersText(adapters, incomplete));
    }

    private static Map<String, String> values(List<String> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher value = VALUE.matcher(line);
            if (!value.matches()) {
                return values;
            }
            values.put(value.group(1), value.group(2).strip());
        }
        return values;
    }

    private static Optional<AdapterPortText> port(String adapter, int number, Map<String, String> values) {
        Optional<PortState> state = text(values, "state").flatMap(PortWords::state);
        Optional<PortPhysicalState> physical = text(values, "phys state").flatMap(PortWords::physicalState);
        if (state.isEmpty() || physical.isEmpty()) {
            return Optional.empty();
        }
        LinkLayer layer = LinkLayer.of(adapter, text(values, "link_layer").orElse(""), "");
        return Optional.of(new AdapterPortText(
                number,
                state.get(),
                physical,
                text(values, "rate").map(rate -> rate.split(" ", 2)[0]),
                text(values, "base lid").flatMap(PortWords::assignedLid),
                text(values, "sm lid").flatMap(PortWords::assignedLid),
                Optional.empty(),
                text(values, "default gid")
                        .filter(gid -> layer.isManaged())
                        .flatMap(GidText::canonical)
                        .flatMap(GidText::portGuid),
                layer,
                Optional.empty(),
                Optional.empty()));
    }

    private static Optional<String> text(Map<String, String> values, String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }
}
