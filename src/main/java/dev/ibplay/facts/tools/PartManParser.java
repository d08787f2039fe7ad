package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.PartManText.Partition;
import dev.ibplay.facts.tools.PartManText.Port;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code part_man show} and the messages of {@code part_man add} and {@code rem} (part_man.c). */
public final class PartManParser {
    private static final Pattern GUID = Pattern.compile("((?:[0-9a-fA-F]{1,4}:){3}[0-9a-fA-F]{1,4})((?:\\s+\\S+)*)");
    private static final Pattern KEY = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{4})(?:-(\\S+))?");
    private static final Pattern FAILED = Pattern.compile("No matched port guid .*|[Pp]key operation failed.*|"
            + "operation failed.*|registry operation failed.*|partial member pkey .*|ERROR: .*");
    private static final Pattern PLACEHOLDER = Pattern.compile("port_guid\\d*\\s+pkey\\d.*");

    private PartManParser() {}

    public static Fact<PartManText> parse(ToolOutput output) {
        List<Port> ports = new ArrayList<>();
        boolean understood = false;
        boolean done = false;
        for (String text : output.lines()) {
            String line = text.strip();
            if (FAILED.matcher(line).matches()) {
                return Fact.unreadable("part_man failed: " + line);
            }
            if (PLACEHOLDER.matcher(line).matches()) {
                return Fact.unreadable("this is the layout of part_man's output in a manual, with no values");
            }
            Matcher row = GUID.matcher(line);
            Optional<PortGuid> guid = row.matches() ? guid(row.group(1)) : Optional.empty();
            Optional<List<Partition>> keys =
                    keys(guid.isPresent() ? row.group(2).strip() : line);
            if (keys.isEmpty() && guid.isPresent()) {
                return Fact.unreadable("no P_Keys in: " + line);
            }
            if (guid.isPresent()) {
                ports.add(new Port(guid.get(), keys.orElseThrow()));
            } else if (keys.isPresent() && !ports.isEmpty()) {
                Port last = ports.removeLast();
                List<Partition> all = new ArrayList<>(last.partitions());
                all.addAll(keys.get());
                ports.add(new Port(last.guid(), all));
            }
            boolean says = line.matches("Done\\.*");
            done |= says;
            understood |= says || guid.isPresent() || line.equals("No configured pkey found");
        }
        return understood
                ? Fact.known(new PartManText(ports, done && ports.isEmpty()))
                : Fact.unreadable("this is not the output of part_man");
    }

    private static Optional<PortGuid> guid(String text) {
        StringBuilder digits = new StringBuilder();
        for (String group : text.split(":", -1)) {
            digits.append("0".repeat(4 - group.length())).append(group);
        }
        return PortGuid.parse(digits.toString());
    }

    /** The keys of a row; nothing when one of its words is none. */
    private static Optional<List<Partition>> keys(String row) {
        List<Partition> keys = new ArrayList<>();
        for (String word : row.split("\\s+", -1)) {
            Matcher key = KEY.matcher(word);
            Optional<PKey> pkey = key.matches() ? PKey.parse("0x" + key.group(1)) : Optional.empty();
            if (pkey.isEmpty()) {
                return Optional.empty();
            }
            keys.add(new Partition(pkey.get(), Optional.ofNullable(key.group(2))));
        }
        return Optional.of(keys);
    }
}
