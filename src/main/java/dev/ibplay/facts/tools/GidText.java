package dev.ibplay.facts.tools;

import dev.ibplay.ib.PortGuid;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** GIDs, which are written as IPv6 addresses are, in one form: eight groups of four lower-case digits. */
final class GidText {
    private static final int GROUPS = 8;
    private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

    /** How saquery printed GIDs until 2009. */
    private static final Pattern HALVES = Pattern.compile("0x([0-9a-fA-F]{16}) ?: ?0x([0-9a-fA-F]{16})");

    private GidText() {}

    static Optional<String> canonical(String text) {
        Matcher halves = HALVES.matcher(text);
        if (halves.matches()) {
            return ofDigits(halves.group(1) + halves.group(2));
        }
        String[] sides = text.split("::", -1);
        if (sides.length > 2) {
            return Optional.empty();
        }
        String[] head = groups(sides[0]);
        String[] tail = sides.length == 2 ? groups(sides[1]) : new String[0];
        int missing = GROUPS - head.length - tail.length;
        boolean fits = sides.length == 2 ? missing >= 1 : missing == 0;
        boolean valid = IntStream.range(0, 2)
                .mapToObj(i -> i == 0 ? head : tail)
                .flatMap(Arrays::stream)
                .allMatch(group -> GROUP.matcher(group).matches());
        if (!fits || !valid) {
            return Optional.empty();
        }
        String[] all = new String[GROUPS];
        Arrays.fill(all, "0");
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(tail, 0, all, GROUPS - tail.length, tail.length);
        return Optional.of(Arrays.stream(all)
                .map(group -> "%04x".formatted(Integer.parseInt(group, 16)))
                .collect(Collectors.joining(":")));
    }

    private static String[] groups(String side) {
        return side.isEmpty() ? new String[0] : side.split(":", -1);
    }

    /** The same from 32 hexadecimal digits. */
    static Optional<String> ofDigits(String digits) {
        return digits.matches("[0-9a-fA-F]{32}")
                ? canonical(digits.replaceAll("(.{4})(?=.)", "$1:"))
                : Optional.empty();
    }

    /** The lower half of a port's GID in {@link #canonical} form, which is its GUID. */
    static Optional<PortGuid> portGuid(String gid) {
        return PortGuid.parse(gid.substring(gid.length() - 19));
    }
}
