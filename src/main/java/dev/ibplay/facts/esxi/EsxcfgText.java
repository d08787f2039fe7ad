package dev.ibplay.facts.esxi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lists of the esxcfg programs, with esxcli's names for the fields. Names may have blanks and push the columns behind
 * them, so lines are read from their ends.
 */
final class EsxcfgText {
    private static final Pattern HEADER = Pattern.compile("\\s*(Switch|DVS) Name\\s+Num Ports\\s.*");
    private static final Pattern PART_HEADER = Pattern.compile("\\s*(PortGroup Name|DVPort ID)\\s+.*");
    private static final Pattern SWITCH = Pattern.compile(
            "\\s*(\\S.*?|\\S)\\s+(\\d+\\s+){3}(\\d+)(?:\\s+([^\\s,]*[^\\s,\\d][^\\s,]*(?:,[^\\s,]+)*))?\\s*");
    private static final Pattern PORT_GROUP =
            Pattern.compile("\\s*(\\S.*?|\\S)\\s+\\d+\\s+\\d+(?:\\s+[^\\s\\d]\\S*)?\\s*");
    private static final Pattern PORT = Pattern.compile("\\s*\\S+\\s+[01]\\s+(\\S+)\\s*");

    private static final Pattern VMKERNEL = Pattern.compile("\\s*(\\S+)\\s+(\\S.*)\\s+(IPv4|IPv6)\\s+(.*?)\\s*("
            + EsxcliText.MAC + ")\\s+(\\d+)\\s+\\d+\\s+(true|false)(?:\\s.*)?");

    private EsxcfgText() {}

    /** The standard ({@code Switch Name}) or the distributed ({@code DVS Name}) vSwitches of {@code esxcfg-vswitch -l}. */
    static List<EsxcliRow> switches(List<String> lines, boolean distributed) {
        List<Map<String, String>> found = new ArrayList<>();
        boolean wanted = false;
        String part = "";
        for (String line : lines) {
            Matcher header = HEADER.matcher(line);
            Matcher partHeader = PART_HEADER.matcher(line);
            if (header.matches()) {
                wanted = header.group(1).equals("DVS") == distributed;
                part = "";
            } else if (partHeader.matches()) {
                part = partHeader.group(1);
            } else if (wanted && part.isEmpty()) {
                virtualSwitch(line).ifPresent(found::add);
            } else if (wanted && !found.isEmpty()) {
                part(part, line, found.getLast());
            }
        }
        return found.stream().map(EsxcfgText::row).toList();
    }

    /** Whether this is what {@code esxcfg-vswitch -l} prints, of either kind. */
    static boolean isListing(List<String> lines) {
        return lines.stream().anyMatch(HEADER.asMatchPredicate());
    }

    private static Optional<Map<String, String>> virtualSwitch(String line) {
        Matcher matcher = SWITCH.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        values.put("Name", matcher.group(1));
        values.put("MTU", matcher.group(3));
        values.put("Uplinks", Optional.ofNullable(matcher.group(4)).orElse(""));
        return Optional.of(values);
    }

    private static void part(String part, String line, Map<String, String> values) {
        boolean port = part.startsWith("DVPort");
        Matcher matcher = (port ? PORT : PORT_GROUP).matcher(line);
        if (matcher.matches()) {
            values.merge(port ? "Clients" : "Portgroups", matcher.group(1), (one, other) -> one + "," + other);
        }
    }

    private static EsxcliRow row(Map<String, String> values) {
        EsxcliRow row = new EsxcliRow();
        values.forEach(row::put);
        return row;
    }

    /** The interfaces of {@code esxcfg-vmknic -l}, each once. */
    static List<EsxcliRow> vmkernels(List<String> lines) {
        Map<String, EsxcliRow> rows = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher matcher = VMKERNEL.matcher(line);
            if (matcher.matches()) {
                rows.putIfAbsent(
                        matcher.group(1),
                        EsxcliRow.of(
                                "Name",
                                matcher.group(1),
                                "Portgroup",
                                matcher.group(2).strip(),
                                "MTU",
                                matcher.group(6),
                                "Enabled",
                                matcher.group(7)));
            }
        }
        return List.copyOf(rows.values());
    }

    /** The addresses of {@code esxcfg-vmknic -l}, of IPv4 or IPv6, as esxcli would list them. */
    static List<EsxcliRow> addresses(List<String> lines, boolean ipv6) {
        List<EsxcliRow> rows = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = VMKERNEL.matcher(line);
            if (matcher.matches() && matcher.group(3).equals(ipv6 ? "IPv6" : "IPv4")) {
                String[] words = matcher.group(4).split("\\s+", -1);
                if (words.length >= 2) {
                    rows.add(
                            ipv6
                                    ? EsxcliRow.of(
                                            "Interface", matcher.group(1), "Address", words[0], "Netmask", words[1])
                                    : EsxcliRow.of(
                                            "Name",
                                            matcher.group(1),
                                            "IPv4 Address",
                                            words[0],
                                            "IPv4 Netmask",
                                            words[1]));
                }
            }
        }
        return List.copyOf(rows);
    }
}
