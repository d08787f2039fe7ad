package dev.ibplay.facts.linux;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code networkctl --no-legend --no-pager list} says of systemd-networkd, and networkd's own notes of each link. */
final class NetworkctlText {
    /** Index, name, type, operational state, setup state; systemd 252 and later colour and mark some of them. */
    private static final Pattern LINE = Pattern.compile("\\s*(?:\\S\\s+)?\\d+\\s+(\\S+)\\s+\\S+\\s+\\S+\\s+(\\S+)\\s*");

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /** networkd has nothing to do with a link in these states (networkd-link.c, link_state_table). */
    private static final Set<String> NOT_MANAGED = Set.of("unmanaged", "linger", "n/a", "-", "pending", "initialized");

    private NetworkctlText() {}

    /** Setup state by interface; absent where networkd does not run. */
    static Fact<Map<String, String>> setupStates(Outcome outcome) {
        if (outcome instanceof Outcome.CommandEnded ended
                && ended.stderr().lossyText().contains("systemd-networkd is not running")) {
            return Fact.absent();
        }
        return switch (ToolAnswer.of(outcome)) {
            case Fact.Known<ToolOutput> known -> {
                Map<String, String> states = new TreeMap<>();
                for (String line : known.value().lines()) {
                    Matcher matcher = LINE.matcher(COLOUR.matcher(line).replaceAll(""));
                    if (matcher.matches()) {
                        states.put(matcher.group(1), matcher.group(2));
                    }
                }
                yield Fact.known(Map.copyOf(states));
            }
            case Fact.Absent<ToolOutput> ignored -> Fact.absent();
            // Without a system bus there is no networkd either.
            case Fact.Unreadable<ToolOutput> unreadable ->
                unreadable.because().contains("connect")
                        ? Fact.absent()
                        : Fact.unreadable("networkctl: " + unreadable.because());
        };
    }

    static boolean isManaged(String setupState) {
        return !NOT_MANAGED.contains(setupState);
    }
}
