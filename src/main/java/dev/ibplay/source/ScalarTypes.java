package dev.ibplay.source;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What plain scalars mean. Ansible reads YAML 1.1, so {@code yes} and {@code on} are booleans; but a leading zero and a
 * colon never make a number here (0644 would be read as 420 and 12:30 as 750): such text stays text.
 */
public final class ScalarTypes {
    private static final Set<String> TRUE = Set.of("true", "yes", "on");
    private static final Set<String> FALSE = Set.of("false", "no", "off");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
    private static final Pattern HEXADECIMAL = Pattern.compile("[-+]?0[xX][0-9a-fA-F]+");
    private static final Pattern FLOAT = Pattern.compile("[-+]?([0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?");
    private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9].*");

    private ScalarTypes() {}

    public static boolean isNull(String text) {
        return text.isEmpty()
                || text.equals("~")
                || text.toLowerCase(Locale.ROOT).equals("null");
    }

    /** The boolean that a plain scalar means; in one case throughout, as YAML 1.1 has it. */
    public static Optional<Boolean> bool(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (TRUE.contains(lower)) {
            return Optional.of(true);
        }
        return FALSE.contains(lower) ? Optional.of(false) : Optional.empty();
    }

    /** A whole number in decimal or hexadecimal; nothing for a leading zero, which would be octal to some readers. */
    public static Optional<BigInteger> integer(String text) {
        if (DECIMAL.matcher(text).matches()) {
            return Optional.of(new BigInteger(text.startsWith("+") ? text.substring(1) : text));
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            boolean negative = text.startsWith("-");
            String digits = text.substring(text.indexOf('0') + 2);
            BigInteger value = new BigInteger(digits, 16);
            return Optional.of(negative ? value.negate() : value);
        }
        return Optional.empty();
    }

    public static Optional<Double> decimal(String text) {
        boolean number = FLOAT.matcher(text).matches()
                && !LEADING_ZERO.matcher(text.split("\\.", 2)[0]).matches();
        return number ? Optional.of(Double.parseDouble(text)) : Optional.empty();
    }
}
