package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Addresses as {@code ip addr} prints them, with or without {@code -o}, of iproute2 and of busybox; and as
 * {@code /proc/net/if_inet6} does.
 */
final class IpAddressText {
    /** {@code 4: ib0.8001@ib0: <BROADCAST...} or, of {@code -o}, {@code 4: ib0    inet ...}. */
    private static final Pattern HEAD = Pattern.compile("\\d+: ([^\\s@]+?)(?:@[^\\s:]+)?:?\\s.*");

    /** A point-to-point address stands before {@code peer}, and the prefix length behind that. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?:^|\\s)inet6? ([0-9a-fA-F.:]+)(?:/(\\d{1,3}))?(?: peer [0-9a-fA-F.:]+(?:/(\\d{1,3}))?)?(?:\\s|$)");

    private IpAddressText() {}

    /** The addresses of each interface, in the order of the output. */
    static Map<String, List<InterfaceAddress>> parse(List<String> lines) {
        Map<String, List<InterfaceAddress>> addresses = new LinkedHashMap<>();
        String name = "";
        for (String line : lines) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                name = head.group(1);
            }
            // With -o a backslash stands for each line end; what follows it says nothing of addresses.
            int end = line.indexOf('\\');
            Matcher matcher = ADDRESS.matcher(end < 0 ? line : line.substring(0, end));
            if (matcher.find() && !name.isEmpty()) {
                addresses.computeIfAbsent(name, n -> new ArrayList<>()).add(address(matcher));
            }
        }
        return addresses;
    }

    private static InterfaceAddress address(Matcher matcher) {
        String text = matcher.group(1);
        int whole = text.indexOf(':') >= 0 ? 128 : 32;
        String length = Optional.ofNullable(matcher.group(2)).orElse(matcher.group(3));
        return new InterfaceAddress(text, length == null ? whole : Math.min(whole, Integer.parseInt(length)));
    }

    /** The interfaces with IPv6: the last of six columns (addrconf.c, if6_seq_show). */
    static Set<String> withIpv6(String text) {
        return text.lines()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(columns -> columns.length == 6 && columns[0].length() == 32)
                .map(columns -> columns[5])
                .collect(Collectors.toUnmodifiableSet());
    }
}
