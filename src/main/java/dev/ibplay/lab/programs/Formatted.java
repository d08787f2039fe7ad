package dev.ibplay.lab.programs;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code printf} prints (POSIX.1-2017, XCU 4): the format is used again until all arguments are. */
public final class Formatted {
    private static final Pattern CONVERSION =
            Pattern.compile("%([-+ #0]*)(\\*|[0-9]*)(?:\\.(\\*|[0-9]*))?[hlLqjzt]*([diouxXeEfFgGcsb%])");

    private final String format;
    private final List<String> arguments;
    private final StringBuilder out = new StringBuilder();
    private final List<String> complaints = new ArrayList<>();
    private int used;
    private boolean ended;

    private Formatted(String format, List<String> arguments) {
        this.format = format;
        this.arguments = arguments;
    }

    public static Formatted of(String format, List<String> arguments) {
        Formatted formatted = new Formatted(format, arguments);
        int before;
        do {
            before = formatted.used;
            formatted.once();
        } while (!formatted.ended && formatted.used < arguments.size() && formatted.used > before);
        return formatted;
    }

    public String text() {
        return out.toString();
    }

    /** What was wrong with arguments; the status is 1 when there is any. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    private void once() {
        Matcher matcher = CONVERSION.matcher(format);
        int at = 0;
        while (at < format.length() && !ended) {
            int percent = format.indexOf('%', at);
            if (percent < 0) {
                plain(format.substring(at));
                return;
            }
            plain(format.substring(at, percent));
            if (!matcher.find(percent) || matcher.start() != percent) {
                complaints.add(format.substring(percent) + ": invalid directive");
                ended = true;
                return;
            }
            if (!ended) {
                convert(matcher);
            }
            at = matcher.end();
        }
    }

    private void plain(String text) {
        out.append(Escapes.format(text).text());
    }

    private void convert(Matcher matcher) {
        char kind = matcher.group(4).charAt(0);
        if (kind == '%') {
            out.append('%');
            return;
        }
        Layout layout = layout(matcher);
        String argument = used < arguments.size() ? arguments.get(used) : "";
        boolean given = used < arguments.size();
        used++;
        switch (kind) {
            case 's' -> out.append(layout.padText(argument));
            case 'c' -> out.append(layout.padText(argument.isEmpty() ? "" : argument.substring(0, 1)));
            case 'b' -> {
                Escapes.Result result = Escapes.echo(argument);
                out.append(layout.padText(result.text()));
                ended |= result.ends();
            }
            case 'd', 'i' -> out.append(layout.padNumber(signed(number(argument, given), layout)));
            case 'u' -> out.append(layout.padNumber(layout.digits(Long.toUnsignedString(number(argument, given)))));
            case 'o' -> out.append(layout.padNumber(layout.digits(Long.toOctalString(number(argument, given)))));
            case 'x' -> out.append(layout.padNumber(hexadecimal(number(argument, given), layout)));
            case 'X' ->
                out.append(layout.padNumber(
                        hexadecimal(number(argument, given), layout).toUpperCase(Locale.ROOT)));
            default -> out.append(layout.padNumber(decimal(argument, given, kind, layout)));
        }
    }

    private Layout layout(Matcher matcher) {
        String flags = matcher.group(1);
        int width = matcher.group(2).equals("*") ? (int) number(nextArgument(), true) : parse(matcher.group(2), 0);
        String precision = matcher.group(3);
        int digits = precision == null
                ? -1
                : precision.equals("*") ? (int) number(nextArgument(), true) : parse(precision, 0);
        return width < 0 ? new Layout(flags + "-", -width, digits) : new Layout(flags, width, digits);
    }

    private static int parse(String digits, int missing) {
        return digits.isEmpty() ? missing : Integer.parseInt(digits);
    }

    private String nextArgument() {
        return used < arguments.size() ? arguments.get(used++) : "0";
    }

    private static String signed(long value, Layout layout) {
        String digits = layout.digits(Long.toString(value).replace("-", ""));
        return (value < 0 ? "-" : layout.has('+') ? "+" : layout.has(' ') ? " " : "") + digits;
    }

    private static String hexadecimal(long value, Layout layout) {
        return (layout.has('#') && value != 0 ? "0x" : "") + layout.digits(Long.toHexString(value));
    }

    /** An integer of C; a quote in front of a character stands for its code. */
    private long number(String argument, boolean given) {
        if (argument.startsWith("'") || argument.startsWith("\"")) {
            return argument.length() > 1 ? argument.charAt(1) : 0;
        }
        if (!given) {
            return 0;
        }
        Matcher matcher = Pattern.compile("\\s*([-+]?)(0[xX][0-9a-fA-F]+|[0-9]+)(.*)", Pattern.DOTALL)
                .matcher(argument);
        if (!matcher.matches()) {
            complaints.add(argument + ": expected numeric value");
            return 0;
        }
        if (!matcher.group(3).isEmpty()) {
            complaints.add(argument + ": not completely converted");
        }
        String digits = matcher.group(2);
        long value = digits.startsWith("0x") || digits.startsWith("0X")
                ? Long.parseUnsignedLong(digits.substring(2), 16)
                : digits.matches("0[0-7]+") ? Long.parseUnsignedLong(digits, 8) : decimal(digits);
        return matcher.group(1).equals("-") ? -value : value;
    }

    private long decimal(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException large) {
            complaints.add(digits + ": Numerical result out of range");
            return Long.MAX_VALUE;
        }
    }

    private String decimal(String argument, boolean given, char kind, Layout layout) {
        double value = 0;
        try {
            value = given ? new BigDecimal(argument.strip()).doubleValue() : 0;
        } catch (NumberFormatException none) {
            complaints.add(argument + ": expected numeric value");
        }
        String sign = layout.has('+') ? "+" : "";
        int digits = layout.precision() < 0 ? 6 : layout.precision();
        return kind == 'g' || kind == 'G'
                ? new BigDecimal(String.format(Locale.ROOT, "%." + Math.max(digits, 1) + "g", value))
                        .stripTrailingZeros()
                        .toPlainString()
                : String.format(Locale.ROOT, "%" + sign + "." + digits + Character.toLowerCase(kind), value);
    }

    /** Flags, width and precision of one conversion. */
    private record Layout(String flags, int width, int precision) {
        boolean has(char flag) {
            return flags.indexOf(flag) >= 0;
        }

        String digits(String digits) {
            return "0".repeat(Math.max(0, precision - digits.length())) + digits;
        }

        String padText(String text) {
            return pad(precision >= 0 && precision < text.length() ? text.substring(0, precision) : text);
        }

        String padNumber(String number) {
            int missing = width - number.length();
            if (!has('0') || has('-') || precision >= 0 || missing <= 0) {
                return pad(number);
            }
            int signs = number.matches("(?s)[-+ ].*") ? 1 : number.startsWith("0x") ? 2 : 0;
            return number.substring(0, signs) + "0".repeat(missing) + number.substring(signs);
        }

        private String pad(String text) {
            String blanks = " ".repeat(Math.max(0, width - text.length()));
            return has('-') ? text + blanks : blanks + text;
        }
    }
}
