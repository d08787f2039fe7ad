package dev.ibplay.netstack;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MTUs as files write them. */
final class MtuText {
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)\\s*([BKMG]?)");

    private MtuText() {}

    /** A whole number of bytes in decimal. */
    static Optional<Integer> bytes(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** A size as systemd reads it (parse_size with base 1024): K, M and G are powers of 1024. */
    static Optional<Integer> size(String text) {
        Matcher size = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!size.matches()) {
            return Optional.empty();
        }
        long unit = 1L << (10 * Math.max(0, "BKMG".indexOf(size.group(2))));
        BigDecimal bytes = new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit));
        return bytes.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0
                ? Optional.of(bytes.intValue())
                : Optional.empty();
    }
}
