package dev.ibplay.transport.ssh.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as sshd_config(5), TIME FORMATS, writes them: {@code 90}, {@code 1m30s}, {@code 1h}. */
public final class ConfigTime {
    private static final Pattern PART = Pattern.compile("\\G([0-9]{1,9})([sSmMhHdDwW]?)");

    private ConfigTime() {}

    public static Optional<Duration> parse(String text) {
        Matcher parts = PART.matcher(text);
        long seconds = 0;
        int end = 0;
        while (parts.find()) {
            long count = Long.parseLong(parts.group(1));
            seconds += switch (parts.group(2).toLowerCase(Locale.ROOT)) {
                case "m" -> count * 60;
                case "h" -> count * 3600;
                case "d" -> count * 86400;
                case "w" -> count * 604800;
                default -> count;
            };
            end = parts.end();
        }
        boolean whole = end == text.length() && end > 0 && seconds <= Integer.MAX_VALUE;
        return whole ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty();
    }
}
