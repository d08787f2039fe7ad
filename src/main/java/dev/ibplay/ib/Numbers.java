package dev.ibplay.ib;

import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as the field writes them: {@code 0x} and hexadecimal digits, or decimal digits. */
final class Numbers {
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,17}");

    private Numbers() {}

    /** A number below 2^60; nothing for anything else, leading zeros included: they would mean octal to some readers. */
    static Optional<Long> parseUnsigned(String text) {
        if (HEX.matcher(text).matches()) {
            return Optional.of(Long.parseLong(text.substring(2), 16));
        }
        return DECIMAL.matcher(text).matches() ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }
}
