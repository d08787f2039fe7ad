package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ibstatus}, a shell script that prints sysfs attributes: one block for each port, LIDs in hexadecimal. */
public final class IbstatusParser {
    private static final Pattern PORT = Pattern.compile("Infiniband device '([^']+)' port (\\d{1,3}) status:");
    private static final Pattern VALUE = Pattern.compile("\\s+([a-z_ ]+):\\s*(.*)");

    /** sysfs prefixes states with their number: {@code 4: ACTIVE}. */
    private static final Pattern NUMBERED = Pattern.compile("\\d+: (\\w+)");

    private static final Map<String, String> STATES = Map.of(
            "DOWN", "Down",
            "INIT", "Initializing",
            "ARMED", "Armed",
            "ACTIVE", "Active");

    private IbstatusParser() {}

    public static Fact<AdaptersText> parse(ToolOutput output) {
        Map<String, List<AdapterPortText>> ports = new LinkedHashMap<>();
        Optional<String> incomplete = ToolFailure.because(output);
        List<String> lines = output.lines();
        for (int i = 0; i < lines.size(); i++) {
            Matcher head = PORT.matcher(lines.get(i));
            if (head.matches()) {
                List<AdapterPortText> of = ports.computeIfAbsent(head.group(1), name -> new ArrayList<>());
                Optional<AdapterPortText> port =
                        port(Integer.parseInt(head.group(2)), values(lines.subList(i + 1, lines.size())));
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
                        entry.getKey(), Optional.empty(), Optional.empty(), Optional.empty(), entry.getValue()))
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

    private static Optional<AdapterPortText> port(int number, Map<String, String> values) {
        Optional<String> state = Optional.ofNullable(values.get("state")).flatMap(IbstatusParser::word);
        Optional<String> physical =
                Optional.ofNullable(values.get("phys state")).flatMap(IbstatusParser::word);
        if (state.isEmpty() || physical.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new AdapterPortText(
                number,
                STATES.getOrDefault(state.get(), state.get()),
                physical.get(),
                Optional.ofNullable(values.get("rate")).map(text -> text.split(" ", 2)[0]),
                Optional.ofNullable(values.get("base lid")).flatMap(IbstatParser::assignedLid),
                Optional.ofNullable(values.get("sm lid")).flatMap(IbstatParser::assignedLid),
                Optional.empty(),
                Optional.ofNullable(values.get("default gid")).flatMap(IbstatusParser::portGuid),
                Optional.ofNullable(values.get("link_layer"))));
    }

    private static Optional<String> word(String text) {
        Matcher matcher = NUMBERED.matcher(text);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** The lower half of a port's first GID is its GUID. */
    private static Optional<PortGuid> portGuid(String gid) {
        return GidText.canonical(gid).flatMap(text -> PortGuid.parse(text.substring(text.length() - 19)));
    }
}
