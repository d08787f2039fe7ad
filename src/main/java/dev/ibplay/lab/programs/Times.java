package dev.ibplay.lab.programs;

import dev.ibplay.lab.machine.Machine;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code sleep} and {@code date}; hosts are in UTC. */
final class Times {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{0,9})?|\\.[0-9]{1,9})([smhd]?)");

    private static final Map<Character, String> DIRECTIVES = Map.ofEntries(
            Map.entry('Y', "yyyy"),
            Map.entry('y', "yy"),
            Map.entry('m', "MM"),
            Map.entry('d', "dd"),
            Map.entry('e', "ppd"),
            Map.entry('H', "HH"),
            Map.entry('I', "hh"),
            Map.entry('M', "mm"),
            Map.entry('S', "ss"),
            Map.entry('N', "nnnnnnnnn"),
            Map.entry('F', "yyyy-MM-dd"),
            Map.entry('T', "HH:mm:ss"),
            Map.entry('R', "HH:mm"),
            Map.entry('D', "MM/dd/yy"),
            Map.entry('j', "DDD"),
            Map.entry('a', "EEE"),
            Map.entry('A', "EEEE"),
            Map.entry('b', "MMM"),
            Map.entry('h', "MMM"),
            Map.entry('B', "MMMM"),
            Map.entry('p', "a"),
            Map.entry('u', "e"),
            Map.entry('c', "EEE MMM ppd HH:mm:ss yyyy"));

    private Times() {}

    /** Seconds with a fraction, or with a unit behind. */
    static Duration duration(String text, int status) throws ToolFailure {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new ToolFailure(status, "invalid time interval '" + text + "'");
        }
        long unit = switch (matcher.group(2)) {
            case "m" -> 60;
            case "h" -> 3600;
            case "d" -> 86_400;
            default -> 1;
        };
        BigDecimal nanos = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unit))
                .movePointRight(9);
        return Duration.ofSeconds(0).plusNanos(nanos.longValue());
    }

    static int sleep(ToolCall call) throws ToolFailure, InterruptedException {
        Duration all = Duration.ZERO;
        for (String word : Options.of(call.arguments(), "+").atLeast(1)) {
            all = all.plus(duration(word, 1));
        }
        call.invocation().machine().clock().sleep(all);
        return 0;
    }

    static int date(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(
                call.arguments(), "ud:r:R", Map.of("utc", 'u', "universal", 'u', "date", 'd', "reference", 'r'));
        List<String> words = options.operands();
        long seconds = seconds(call, options);
        String format = words.isEmpty() ? "+%a %b %e %H:%M:%S UTC %Y" : words.getFirst();
        if (!format.startsWith("+")) {
            throw new ToolFailure("invalid date '" + format + "'");
        }
        call.print(formatted(format.substring(1), Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC)) + "\n");
        return 0;
    }

    private static long seconds(ToolCall call, Options options) throws ToolFailure, IOException {
        Machine machine = call.invocation().machine();
        if (options.has('r')) {
            return machine.disk()
                    .stat(call.path(options.argument('r').orElseThrow()), true)
                    .modifiedSeconds();
        }
        String wanted = options.argument('d').orElse("now");
        if (wanted.equals("now")) {
            return machine.clock().epochSeconds();
        }
        if (!wanted.matches("@-?[0-9]{1,12}")) {
            throw new ToolFailure("invalid date '" + wanted + "'");
        }
        return Long.parseLong(wanted.substring(1));
    }

    private static String formatted(String format, ZonedDateTime time) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            text.append(c == '%' && i + 1 < format.length() ? value(format.charAt(++i), time) : Character.toString(c));
        }
        return text.toString();
    }

    private static String value(char directive, ZonedDateTime time) {
        return switch (directive) {
            case 's' -> Long.toString(time.toEpochSecond());
            case 'Z' -> "UTC";
            case 'z' -> "+0000";
            case 'n' -> "\n";
            case '%' -> "%";
            default ->
                DIRECTIVES.containsKey(directive)
                        ? DateTimeFormatter.ofPattern(DIRECTIVES.getOrDefault(directive, ""), Locale.ROOT)
                                .format(time)
                        : "%" + directive;
        };
    }
}
