package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code wicked ifstatus all} prints: a line with name and state, and indented lines below (wicked(8)). */
final class WickedText {
    /** An interface; {@code origin} as {@code compat:suse:/etc/sysconfig/network/ifcfg-ib0}. */
    record Interface(String state, Optional<String> origin) {}

    private static final Pattern HEAD = Pattern.compile("(\\S+)\\s+([a-z][a-z-]*)\\s*");
    private static final Pattern CONFIG = Pattern.compile("\\s+config:\\s+(.+?)(?:,\\s*uuid:?\\s.*)?\\s*");

    private WickedText() {}

    /** The interfaces by name; absent where wicked does not run. */
    static Fact<Map<String, Interface>> parse(Outcome outcome) {
        if (!(outcome instanceof Outcome.CommandEnded ended)) {
            return ToolAnswer.of(outcome).map(ignored -> Map.of());
        }
        ToolOutput output = ToolOutput.of(ended);
        Map<String, Interface> interfaces = new TreeMap<>();
        String name = "";
        for (String line : output.lines()) {
            Matcher head = HEAD.matcher(line);
            Matcher config = CONFIG.matcher(line);
            if (head.matches()) {
                name = head.group(1);
                interfaces.put(name, new Interface(head.group(2), Optional.empty()));
            } else if (config.matches() && !name.isEmpty()) {
                interfaces.computeIfPresent(name, (n, i) -> new Interface(i.state(), Optional.of(config.group(1))));
            }
        }
        // ifstatus ends with a status of its own when any interface is not up: what it printed counts.
        if (!interfaces.isEmpty()) {
            return Fact.known(Map.copyOf(interfaces));
        }
        return output.succeeded()
                        || ToolAnswer.why(output)
                                .toLowerCase(java.util.Locale.ROOT)
                                .contains("connect")
                ? Fact.absent()
                : Fact.unreadable("wicked: " + ToolAnswer.why(output));
    }
}
