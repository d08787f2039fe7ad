package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as the tools print them: decimal, or hexadecimal with {@code 0x}. Until 2009 LIDs were hexadecimal too. */
public final class NumberText {
    private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,18}");

    private NumberText() {}

    /** 64 bits, unsigned when hexadecimal. */
    public static Optional<Long> parse(String text) {
        String word = text.strip();
        if (HEX.matcher(word).matches()) {
            return Optional.of(Long.parseUnsignedLong(word.substring(2), 16));
        }
        return DECIMAL.matcher(word).matches() ? Optional.of(Long.parseLong(word)) : Optional.empty();
    }

    /** A number from 0 to {@code highest}. */
    public static Optional<Integer> parse(String text, int highest) {
        return parse(text).filter(n -> n >= 0 && n <= highest).map(Long::intValue);
    }

    static Optional<Lid> lid(String text) {
        return parse(text, 0xffff).map(Lid::new);
    }
}
