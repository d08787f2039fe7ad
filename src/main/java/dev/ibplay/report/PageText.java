package dev.ibplay.report;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Pieces of a page's text. */
final class PageText {
    private PageText() {}

    /** Safe between tags and in quoted attributes, on one line. */
    static String safe(String text) {
        return PictureWords.escape(text);
    }

    /** The fragment of an address that leads to a host; RFC 3986, section 3.5. */
    static String anchor(String host) {
        var text = new StringBuilder();
        for (byte b : ("h-" + host).getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
            text.append(isPlain ? Character.toString(c) : "%%%02X".formatted(c));
        }
        return text.toString();
    }

    /** {@code 0.4 s}, {@code 12 s}, {@code 3 min 5 s}. */
    static String time(Duration duration) {
        return duration.toMillis() < 10_000
                ? "%d.%d s".formatted(duration.toSeconds(), duration.toMillisPart() / 100)
                : RunsText.words(duration);
    }

    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** A unified diff whose added and removed lines are marked as such. */
    static String diff(String diff) {
        var text = new StringBuilder("<pre>");
        diff.lines().forEach(line -> {
            boolean isAdded = line.startsWith("+") && !line.startsWith("+++");
            boolean isRemoved = line.startsWith("-") && !line.startsWith("---");
            String tag = isAdded ? "ins" : isRemoved ? "del" : "";
            text.append(tag.isEmpty() ? safe(line) : "<" + tag + ">" + safe(line) + "</" + tag + ">")
                    .append('\n');
        });
        return text.append("</pre>\n").toString();
    }
}
