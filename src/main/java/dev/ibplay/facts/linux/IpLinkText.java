package dev.ibplay.facts.linux;

import dev.ibplay.ib.IpoibMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * IPoIB's own values of links as {@code ip -d link show} prints them (iproute2, iplink_ipoib.c), with or without {@code -o}: of
 * children that were made by netlink nothing else tells the mode.
 */
final class IpLinkText {
    private static final Pattern HEAD = Pattern.compile("\\d+: ([^\\s@]+?)(?:@[^\\s:]+)?: .*");
    private static final Pattern MODE = Pattern.compile("\\sipoib pkey\\s+\\S+\\s+mode\\s+(\\w+)");

    private IpLinkText() {}

    /** The modes that it knows, by interface. */
    static Map<String, IpoibMode> modes(List<String> lines) {
        Map<String, IpoibMode> modes = new TreeMap<>();
        String name = "";
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                name = head.group(1);
            }
            Matcher mode = MODE.matcher(line);
            if (mode.find() && !name.isEmpty()) {
                String owner = name;
                Arrays.stream(IpoibMode.values())
                        .filter(each -> each.word().equals(mode.group(1)))
                        .forEach(each -> modes.put(owner, each));
            }
        }
        return Map.copyOf(modes);
    }
}
