package dev.ibplay.opensm;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A key of opensm.conf, as OpenSM 3.3.23 knows it (osm_subnet.c, opt_tbl), or of another OpenSM by its name alone.
 *
 * @param byDefault what OpenSM uses without a line, in the form in which {@code opensm -c} prints it; empty where it is not
 *     known
 * @param allowed the values that OpenSM does not replace after parsing; empty where it checks none
 * @param rereadOnHup whether SIGHUP makes OpenSM take a changed line over; a restart always does
 * @param since the first release that knows the key, as "3.3.20", where that is known
 */
public record OpensmOption(
        String key,
        OptionType type,
        Optional<String> byDefault,
        Optional<AllowedValues> allowed,
        boolean rereadOnHup,
        Optional<String> since,
        Set<Trait> traits) {
    /** What else is to be known of a key. */
    public enum Trait {
        /** The value is never shown. */
        SECRET,
        /** The default is a path that was chosen when OpenSM was built; this is Debian's. */
        DEFAULT_OF_BUILD,
        /** OpenSM's own file says not to use it any more. */
        DEPRECATED,
        /** The value is looked at only where {@code qos} is TRUE, and SIGHUP without a line brings the default back. */
        QOS,
        /** Only Mellanox's OpenSM (MLNX_OFED, DOCA, UFM) knows it; as documented, not checked. */
        FORK_ONLY
    }

    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]*|0[xX][0-9a-fA-F]+");
    private static final Pattern SIGNED = Pattern.compile("-?(0|[1-9][0-9]*)");
    private static final Pattern OCTAL = Pattern.compile("-?0[0-9]+");
    private static final Pattern TRUE = Pattern.compile("(?i)true|yes|on");
    private static final Pattern FALSE = Pattern.compile("(?i)false|no|off");
    private static final Pattern MASK = Pattern.compile("(0[xX])?[0-9a-fA-F]{1,64}");
    private static final Pattern ENTRY = Pattern.compile("([0-9]{1,2}:[0-9]{1,5})");
    private static final Pattern TABLE = Pattern.compile("\\(null\\)|" + ENTRY + "(," + ENTRY + "){0,127}");

    public OpensmOption {
        traits = Set.copyOf(traits);
    }

    public boolean isSecret() {
        return traits.contains(Trait.SECRET);
    }

    public boolean isForkOnly() {
        return traits.contains(Trait.FORK_ONLY);
    }

    boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /**
     * What is wrong with a value as a playbook gives it, if anything; it never repeats the value. Stricter than OpenSM: a
     * number must not begin with a zero that would make it octal, and what OpenSM would replace is refused.
     */
    public Optional<String> check(String text) {
        Optional<String> shape = switch (type) {
            case BOOLEAN ->
                unless(TRUE.matcher(text).matches() || FALSE.matcher(text).matches());
            case NUMBER_8, NUMBER_16, NUMBER_32, NUMBER_64 -> number(text, NUMBER);
            case SIGNED_32 -> number(text, SIGNED);
            case TEXT, UNCHECKED ->
                OpensmConf.isValue(text)
                        ? Optional.empty()
                        : Optional.of("a value is printable ASCII without '#' and quotes, not blank at either end");
            case PORT_MASK -> unless(MASK.matcher(text).matches());
            case CONGESTION_ENTRY -> unless(ENTRY.matcher(text).matches());
            case CONGESTION_TABLE -> unless(TABLE.matcher(text).matches());
            case NUMBER_8_PER_SL, NUMBER_16_PER_SL ->
                Optional.of(key + " has a line for each service level; edit the file for it");
        };
        return shape.isPresent()
                ? shape
                : allowed.filter(a -> !a.hold(written(text))).map(a -> "%s is %s".formatted(key, a.words()));
    }

    private Optional<String> unless(boolean right) {
        return right ? Optional.empty() : Optional.of("%s is %s".formatted(key, type.words()));
    }

    private Optional<String> number(String text, Pattern pattern) {
        if (OCTAL.matcher(text).matches()) {
            return Optional.of("OpenSM takes a number with a leading 0 as octal; write it without");
        }
        OptionReader.Taken taken = OptionReader.read(this, text, "0");
        return unless(pattern.matcher(text).matches()
                && taken.verdict() == OptionReader.Verdict.AS_WRITTEN
                && (type != OptionType.SIGNED_32 || taken.value().equals(text)));
    }

    /**
     * The text that goes to the file: TRUE or FALSE, and numbers as OpenSM prints them.
     *
     * @param text one of which {@link #check} has nothing to say
     */
    public String written(String text) {
        return switch (type) {
            case BOOLEAN -> TRUE.matcher(text).matches() ? "TRUE" : "FALSE";
            case TEXT, UNCHECKED -> text;
            default -> OptionReader.read(this, text, byDefault.orElse("")).value();
        };
    }

    /**
     * What OpenSM uses when a line says {@link #written written(text)}, to be compared with what {@link #reads} gives.
     *
     * @param text one of which {@link #check} has nothing to say
     */
    public String effective(String text) {
        return OptionRules.alone(this, written(text));
    }

    /**
     * The value that OpenSM gets from a file at its start, as {@code opensm -F FILE -c OUT} prints it but for the case of
     * hexadecimal digits; empty where no line has the key and its default is not known. For keys with a line for each
     * service level: those that are not 0, with commas between them.
     */
    public Reading<Optional<String>> reads(OpensmConf conf) {
        return conf.effective().reading(this);
    }

    /** The number as OpenSM prints it: decimal, or hexadecimal with as many digits as the default has. */
    String printed(long number) {
        String example = byDefault.orElse("0");
        if (!example.startsWith("0x")) {
            return Long.toUnsignedString(number);
        }
        String digits = Long.toHexString(number).toLowerCase(Locale.ROOT);
        return "0x" + "0".repeat(Math.max(0, example.length() - 2 - digits.length())) + digits;
    }
}
