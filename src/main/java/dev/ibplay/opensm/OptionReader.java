package dev.ibplay.opensm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What OpenSM makes of the text of one line (osm_subnet.c, the opts_parse functions). */
final class OptionReader {
    private static final int SERVICE_LEVELS = 16;
    private static final int MASK_DIGITS = 64;
    private static final int TABLE_ENTRIES = 128;
    private static final int ENTRY_BUFFER = 511;
    static final String NONE = "(null)";

    /** Whether the value is what the line says. */
    enum Verdict {
        AS_WRITTEN,
        /** Kept as it was: no number. */
        NOT_NUMERIC,
        /** Kept as it was: too large. */
        OUT_OF_RANGE,
        /** Kept as it was: not of the form that the key has. */
        MALFORMED,
        /** FALSE, though the word is none for that. */
        NOT_BOOLEAN,
        /** Only the beginning of the text, or not all of its bits. */
        CUT
    }

    /**
     * The outcome of a line.
     *
     * @param value as OpenSM prints it, hexadecimal digits in lower case
     */
    record Taken(String value, Verdict verdict) {}

    private OptionReader() {}

    /** Reads a text; {@code before} is what the value was, as printed, and stays where the text is no good. */
    static Taken read(OpensmOption option, String text, String before) {
        return switch (option.type()) {
            case BOOLEAN -> truth(text);
            case NUMBER_8, NUMBER_16, NUMBER_32, NUMBER_64 -> number(option, text, before);
            case SIGNED_32 -> signed(text);
            case TEXT, UNCHECKED -> new Taken(text, Verdict.AS_WRITTEN);
            case PORT_MASK -> mask(text, before);
            case CONGESTION_ENTRY -> entry(text.substring(0, Math.min(text.length(), ENTRY_BUFFER)), before);
            case CONGESTION_TABLE -> table(text, before);
            case NUMBER_8_PER_SL, NUMBER_16_PER_SL -> perServiceLevel(option, text, before);
        };
    }

    private static Taken truth(String text) {
        if (text.equals("TRUE")) {
            return new Taken("TRUE", Verdict.AS_WRITTEN);
        }
        boolean meant = List.of("false", "no", "off", "0").contains(text.toLowerCase(java.util.Locale.ROOT));
        return new Taken("FALSE", meant ? Verdict.AS_WRITTEN : Verdict.NOT_BOOLEAN);
    }

    private static Taken number(OpensmOption option, String text, String before) {
        CNumber number = CNumber.parse(text);
        if (text.isEmpty() || number.end() < text.length()) {
            return new Taken(before, Verdict.NOT_NUMERIC);
        }
        boolean fits = !number.overflow()
                && Long.compareUnsigned(number.value(), option.type().largest()) <= 0;
        return fits
                ? new Taken(option.printed(number.value()), Verdict.AS_WRITTEN)
                : new Taken(before, Verdict.OUT_OF_RANGE);
    }

    /** strtol: too much becomes the largest or smallest long, of which 32 bits are kept. */
    private static Taken signed(String text) {
        CNumber number = CNumber.parse(text);
        String stripped = text.stripLeading();
        boolean negative = stripped.startsWith("-");
        boolean tooMuch = number.overflow() || (number.value() < 0) != (negative && number.value() != 0);
        long kept = tooMuch ? (negative ? Long.MIN_VALUE : Long.MAX_VALUE) : number.value();
        boolean whole = !text.isEmpty() && number.end() == text.length() && kept == (int) kept && !tooMuch;
        return new Taken(Integer.toString((int) kept), whole ? Verdict.AS_WRITTEN : Verdict.CUT);
    }

    private static Taken mask(String text, String before) {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        if (digits.isEmpty() || !digits.chars().allMatch(OptionReader::isHexDigit)) {
            return new Taken(before, Verdict.MALFORMED);
        }
        String kept = digits.substring(0, Math.min(MASK_DIGITS, digits.length()));
        String value = "0x" + "0".repeat(MASK_DIGITS - kept.length()) + kept.toLowerCase(java.util.Locale.ROOT);
        return new Taken(value, kept.length() == digits.length() ? Verdict.AS_WRITTEN : Verdict.CUT);
    }

    private static boolean isHexDigit(int c) {
        return c < 0x80 && Character.digit(c, 16) >= 0;
    }

    private static Taken entry(String text, String before) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new Taken(before, Verdict.MALFORMED);
        }
        CNumber shift = CNumber.parse(text.substring(0, colon));
        CNumber multiplier = CNumber.parse(text.substring(colon + 1));
        boolean whole = shift.end() == colon
                && colon > 0
                && multiplier.end() == text.length() - colon - 1
                && multiplier.end() > 0
                && shift.isAtMost(0xff)
                && multiplier.isAtMost(0xffff);
        return new Taken(
                (shift.value() & 0xff) + ":" + (multiplier.value() & 0xffff), whole ? Verdict.AS_WRITTEN : Verdict.CUT);
    }

    private static Taken table(String text, String before) {
        if (text.equals(NONE)) {
            return new Taken(NONE, Verdict.AS_WRITTEN);
        }
        var entries = new ArrayList<String>();
        Verdict verdict = Verdict.AS_WRITTEN;
        var words = new StringTokenizer(text, ",");
        while (words.hasMoreTokens() && entries.size() < TABLE_ENTRIES) {
            Taken entry = entry(words.nextToken(), before);
            if (entry.verdict() == Verdict.MALFORMED) {
                return entry;
            }
            entries.add(entry.value());
            verdict = entry.verdict() == Verdict.CUT ? Verdict.CUT : verdict;
        }
        boolean all = !words.hasMoreTokens() && !entries.isEmpty();
        return new Taken(entries.isEmpty() ? NONE : String.join(",", entries), all ? verdict : Verdict.CUT);
    }

    private static Taken perServiceLevel(OpensmOption option, String text, String before) {
        var words = new StringTokenizer(text, " \t");
        if (text.equals(NONE) || words.countTokens() < 2) {
            return new Taken(before, Verdict.MALFORMED);
        }
        String first = words.nextToken();
        CNumber level = CNumber.parse(first);
        int serviceLevel = (int) (level.value() & 0xff);
        if (serviceLevel >= SERVICE_LEVELS) {
            return new Taken(before, Verdict.MALFORMED);
        }
        String rest = text.substring(text.indexOf(first) + first.length()).stripLeading();
        Taken number = number(option, rest, "");
        if (number.verdict() != Verdict.AS_WRITTEN) {
            return new Taken(before, number.verdict());
        }
        Map<Integer, String> levels = new TreeMap<>(levels(before));
        levels.put(serviceLevel, number.value());
        boolean whole = level.end() == first.length() && level.isAtMost(SERVICE_LEVELS - 1);
        return new Taken(printed(levels), whole ? Verdict.AS_WRITTEN : Verdict.CUT);
    }

    private static Map<Integer, String> levels(String printed) {
        var levels = new TreeMap<Integer, String>();
        for (String pair : printed.split(", ", -1)) {
            String[] parts = pair.split(" ", -1);
            levels.put(Integer.valueOf(parts[0]), parts[1]);
        }
        return levels;
    }

    private static String printed(Map<Integer, String> levels) {
        String pairs = levels.entrySet().stream()
                .filter(e -> !e.getValue().equals("0"))
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
        return pairs.isEmpty() ? "0 0" : pairs;
    }
}
