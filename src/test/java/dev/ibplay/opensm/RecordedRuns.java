package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs of OpenSM over a partitions.conf on the fabric of one switch and four hosts, and what came out of them. */
final class RecordedRuns {
    /** The fabric: four adapters, one switch; the subnet manager runs on the first host. */
    static final List<EndPort> PORTS = List.of(
            new EndPort(new PortGuid(0x100001), EndPort.Kind.CA, true),
            new EndPort(new PortGuid(0x100003), EndPort.Kind.CA, false),
            new EndPort(new PortGuid(0x100005), EndPort.Kind.CA, false),
            new EndPort(new PortGuid(0x100007), EndPort.Kind.CA, false),
            new EndPort(new PortGuid(0x200000), EndPort.Kind.SWITCH, false));

    private static final List<String> NODES = List.of("H1", "H2", "H3", "H4", "Sw1");
    private static final Pattern GROUP = Pattern.compile(
            "mgid=0x(\\w+):0x(\\w+) .*qkey=0x(\\w+) .*mtu=0x(\\w+) tclass=0x(\\w+) pkey=0x(\\w+) rate=0x(\\w+) .*sl_flow_hop=0x(\\w+) scope_state=0x(\\w)");

    /** What the ports and the SA showed, in comparable words. */
    record Observed(Map<String, Set<String>> pkeys, Map<String, String> firstPKey, Set<String> groups) {}

    record Run(String name, String file, boolean parseError, Observed observed) {}

    private RecordedRuns() {}

    static List<Run> parse(String record) {
        var runs = new ArrayList<Run>();
        for (String part : record.split("(?m)^################ ", -1)) {
            if (!part.isBlank()) {
                runs.add(run(part));
            }
        }
        return runs;
    }

    private static Run run(String part) {
        List<String> lines = part.lines().toList();
        String name = lines.getFirst().strip();
        String end = name.contains("crlf") ? "\r\n" : "\n";
        String file = lines.stream()
                .filter(l -> l.startsWith("    | "))
                .map(l -> l.substring(6) + end)
                .collect(Collectors.joining());
        if (name.contains("semicolon_missing")) {
            file = file.stripTrailing();
        }
        boolean error = part.contains("retrying with default config");
        return new Run(name, file, error, observed(part));
    }

    static Observed observed(String output) {
        Map<String, Set<String>> pkeys = new TreeMap<>();
        Map<String, String> first = new HashMap<>();
        Set<String> groups = new TreeSet<>();
        for (String line : output.lines().toList()) {
            if (line.startsWith("pkeys ")) {
                String node = line.substring(6, line.indexOf(':'));
                List<String> keys = Pattern.compile("0x[0-9a-f]{4}\\b")
                        .matcher(line.substring(line.indexOf(':') + 1))
                        .results()
                        .map(m -> m.group())
                        .filter(k -> !k.equals("0x0000"))
                        .toList();
                pkeys.put(node, new TreeSet<>(keys));
                first.put(node, keys.isEmpty() ? "" : keys.getFirst());
            }
            Matcher group = GROUP.matcher(line);
            if (group.find()) {
                groups.add(groupText(group));
            }
        }
        return new Observed(pkeys, first, groups);
    }

    private static String groupText(Matcher m) {
        long slFlowHop = Long.parseLong(m.group(8), 16);
        return "%s:%s pkey=%s mtu=%d rate=%d sl=%d qkey=%s tclass=%s flow=%x scope=%s"
                .formatted(
                        m.group(1),
                        m.group(2),
                        m.group(6),
                        Integer.parseInt(m.group(4), 16) & 0x3f,
                        Integer.parseInt(m.group(7), 16) & 0x3f,
                        slFlowHop >>> 28,
                        m.group(3),
                        m.group(5),
                        slFlowHop >>> 8 & 0xfffff,
                        m.group(9));
    }

    /** What the model says, in the same words; the fabric's weakest adapter does 2048 bytes and 10 Gb/s. */
    static Observed modelled(PartitionsMeaning meaning) {
        PortTables tables = meaning.tables(PORTS);
        Map<String, Set<String>> pkeys = new TreeMap<>();
        Map<String, String> first = new HashMap<>();
        for (int i = 0; i < PORTS.size(); i++) {
            PortGuid guid = PORTS.get(i).guid();
            Set<PKey> keys = tables.pkeysOf(guid);
            pkeys.put(NODES.get(i), keys.stream().map(PKey::toString).collect(Collectors.toCollection(TreeSet::new)));
            if (tables.atIndexZero().containsKey(guid)) {
                first.put(NODES.get(i), tables.atIndexZero().get(guid).toString());
            }
        }
        return new Observed(
                pkeys,
                first,
                tables.groups().stream().map(RecordedRuns::groupText).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String groupText(MulticastGroup g) {
        return "%016x:%016x pkey=%04x mtu=%d rate=%d sl=%d qkey=%08x tclass=%02x flow=%x scope=%x"
                .formatted(
                        g.mgid().prefix(),
                        g.mgid().groupId(),
                        g.pkey().value(),
                        g.mtu().map(m -> m.code()).orElse(4),
                        g.rateCode().orElse(3),
                        g.sl(),
                        g.qkey(),
                        g.tclass(),
                        g.flowLabel(),
                        g.mgid().scope());
    }
}
