package dev.ibplay.facts.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of {@code netsh interface ipv4}. Their headers, and the names of states and interfaces, are in the language of the
 * host, so only rows count, and in them the numbers; columns overflow, so their places do not.
 */
final class NetshTable {
    /**
     * One interface.
     *
     * @param index in the table of interfaces; the one of subinterfaces has none
     * @param mtu in bytes; 4294967295 where there is no limit
     */
    record Row(Optional<Integer> index, long mtu, String name) {}

    /** Idx Met MTU State Name; the state may have blanks in it, two of them end it. */
    private static final Pattern INTERFACE = Pattern.compile(
            "\\s*(\\d{1,9})\\s+(\\d{1,10})\\s+(\\d{1,10})\\s+(?=\\D)\\S+(?: \\S+)*?\\s{2,}(\\S.*?)\\s*");

    /** MTU MediaSenseState "Bytes In" "Bytes Out" Interface. */
    private static final Pattern SUBINTERFACE =
            Pattern.compile("\\s*(\\d{1,10})\\s+(\\d{1,3})\\s+(\\d{1,20})\\s+(\\d{1,20})\\s+(\\S.*?)\\s*");

    private static final Duration LIMIT = Duration.ofSeconds(20);

    static final Operation INTERFACES = RunCommand.of(LIMIT, "netsh", "interface", "ipv4", "show", "interfaces");
    static final Operation SUBINTERFACES = RunCommand.of(LIMIT, "netsh", "interface", "ipv4", "show", "subinterfaces");
    static final Operation KEPT =
            RunCommand.of(LIMIT, "netsh", "interface", "ipv4", "show", "subinterfaces", "store=persistent");

    private NetshTable() {}

    static List<Row> interfaces(String text) {
        return text.lines()
                .map(INTERFACE::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(
                        Optional.of(Integer.parseInt(row.group(1))), Long.parseLong(row.group(3)), row.group(4)))
                .toList();
    }

    static List<Row> subinterfaces(String text) {
        return text.lines()
                .map(SUBINTERFACE::matcher)
                .filter(Matcher::matches)
                .map(row -> new Row(Optional.empty(), Long.parseLong(row.group(1)), row.group(5)))
                .toList();
    }

    /** The rows of either table; unreadable where there is none, as each host has at least the loopback. */
    static Fact<List<Row>> read(Outcome outcome, Optional<Integer> codePage) {
        return switch (outcome) {
            case Outcome.CommandEnded ended -> {
                String text = ConsoleText.decode(ended.stdout(), codePage);
                List<Row> found = subinterfaces(text);
                List<Row> rows = found.isEmpty() ? interfaces(text) : found;
                yield rows.isEmpty() ? Fact.unreadable("netsh lists no interface") : Fact.known(rows);
            }
            case Outcome.OperationFailed failed -> Fact.unreadable("netsh: " + failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }
}
