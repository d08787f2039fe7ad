package dev.ibplay.ib;

import java.util.Optional;
import java.util.regex.Pattern;

/** The spellings of a 64-bit GUID. */
final class GuidText {
    private static final Pattern PREFIXED = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    private static final Pattern BARE = Pattern.compile("[0-9a-fA-F]{16}");
    private static final Pattern GROUPED =
            Pattern.compile("[0-9a-fA-F]{4}(:[0-9a-fA-F]{4}){3}|[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){7}");

    private GuidText() {}

    static Optional<Long> parse(String text) {
        String digits;
        if (PREFIXED.matcher(text).matches()) {
            digits = text.substring(2);
        } else if (BARE.matcher(text).matches()) {
            digits = text;
        } else if (GROUPED.matcher(text).matches()) {
            digits = text.replace(":", "");
        } else {
            return Optional.empty();
        }
        long value = Long.parseUnsignedLong(digits, 16);
        return value == 0 ? Optional.empty() : Optional.of(value);
    }
}
