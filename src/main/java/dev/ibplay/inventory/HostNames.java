package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts that one entry of an inventory names, ranges written out, and the port behind a colon if there is one
 * (Ansible's parse_address: {@code name:22}, {@code [fe80::1]:22}; a bare IPv6 address has no port).
 */
record HostNames(List<String> names, Optional<Integer> port) {
    private static final Pattern BRACKETED = Pattern.compile("\\[(.+)]:([0-9]+)");
    private static final Pattern WITH_PORT = Pattern.compile("((?:[^:\\[\\]]|\\[[^\\]]*])*):([^:\\[\\]]*)");
    private static final int MAX_PORT = 65535;

    HostNames {
        names = List.copyOf(names);
    }

    /** Nothing when the entry cannot be read; {@code problems} says why. */
    static Optional<HostNames> parse(String entry, Span span, Problems problems) {
        String pattern = entry;
        Optional<Integer> port = Optional.empty();
        if (entry.indexOf(':') >= 0) {
            Matcher match = BRACKETED.matcher(entry);
            if (!match.matches()) {
                match = WITH_PORT.matcher(entry);
            }
            if (match.matches()) {
                pattern = match.group(1);
                port = portNumber(match.group(2), span, problems);
                if (port.isEmpty()) {
                    return Optional.empty();
                }
            }
        }
        if (pattern.isBlank()) {
            problems.error(Code.INVENTORY_SYNTAX, span, "a host needs a name");
            return Optional.empty();
        }
        Optional<Integer> found = port;
        return names(pattern, span, problems).map(names -> new HostNames(names, found));
    }

    private static Optional<List<String>> names(String pattern, Span span, Problems problems) {
        return switch (HostRange.expand(pattern)) {
            case HostRange.Names all -> Optional.of(all.names());
            case HostRange.Refused refused -> {
                boolean address = pattern.startsWith("[") && pattern.endsWith("]") && pattern.contains("::");
                problems.error(
                        Code.INVENTORY_RANGE,
                        span,
                        refused.reason(),
                        address ? "an IPv6 address stands in brackets only before a port" : refused.hint());
                yield Optional.empty();
            }
        };
    }

    private static Optional<Integer> portNumber(String digits, Span span, Problems problems) {
        if (digits.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(digits);
            if (port >= 1 && port <= MAX_PORT) {
                return Optional.of(port);
            }
        }
        problems.error(
                Code.INVENTORY_SYNTAX,
                span,
                digits.isEmpty() ? "no port stands behind the colon" : "\"" + digits + "\" is not a port number",
                "a colon at the end of a host's name starts its port, 1 to 65535");
        return Optional.empty();
    }
}
