package dev.ibplay.facts.saved;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A saved text without what terminals, mail programs and web pages add: CRLF, escape sequences, quotation marks at the
 * beginning of lines, quoted-printable, typographic blanks and quotes, comment signs before all lines.
 *
 * @param lines each at the index of its number - 1
 * @param unread the number of a last line that has no line end and may be cut, so that it is left out
 */
public record SavedText(List<String> lines, Optional<Integer> unread) {
    private static final Pattern ESCAPE =
            Pattern.compile("\u001b(?:\\[[0-9;?]*[A-Za-z]|\\][^\u0007\u001b]*\u0007?|[()][A-Z0-9])");
    private static final Pattern QUOTED = Pattern.compile("(?:> ?)+");
    private static final Pattern ENCODED = Pattern.compile("=([0-9A-F]{2})");
    private static final Pattern COMMENT = Pattern.compile("# ?");
    private static final double NEARLY_ALL = 0.8;

    /** No tool prints longer lines; what has them is something else. */
    private static final int LONGEST_LINE = 2000;

    /** Ends of lines behind which nothing more can come. */
    private static final Pattern COMPLETE = Pattern.compile(
            ".*(?:\\)|\\b(?:InfiniBand|Ethernet|IB|RoCE|IWarp|SMINFO_[A-Z]+|this port|found|failed|Done))\\s*");

    public SavedText {
        lines = List.copyOf(lines);
    }

    /** Reads a file's bytes: UTF-8, or UTF-16 as PowerShell redirects outputs into files; never fails. */
    public static SavedText of(byte[] bytes) {
        boolean littleEndian = bytes.length >= 2 && bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe;
        boolean bigEndian = bytes.length >= 2 && bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff;
        return of(new String(bytes, littleEndian || bigEndian ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8));
    }

    /** Reads a text; never fails. */
    public static SavedText of(String text) {
        String plain = ESCAPE.matcher(text).replaceAll("");
        plain = plain.replace("\r\n", "\n").replace('\r', '\n').replaceAll("[\u0000\u200b\u2060\ufeff]", "");
        plain = plain.replaceAll("[\u00a0\u2007\u202f]", " ")
                .replaceAll("[\u2018\u2019]", "'")
                .replaceAll("[\u201c\u201d]", "\"");
        List<String> lines = new ArrayList<>(List.of(plain.split("\n", -1)));
        String last = lines.removeLast();
        Optional<Integer> unread = Optional.empty();
        if (last.length() <= LONGEST_LINE && COMPLETE.matcher(last).matches()) {
            lines.add(last);
        } else if (!last.isBlank()) {
            unread = Optional.of(lines.size() + 1);
        }
        lines.replaceAll(line -> line.length() > LONGEST_LINE ? "" : withoutPrefix(QUOTED, line));
        decode(lines);
        if (isComment(lines)) {
            lines.replaceAll(line -> withoutPrefix(COMMENT, line));
        }
        return new SavedText(lines, unread);
    }

    private static String withoutPrefix(Pattern prefix, String line) {
        Matcher matcher = prefix.matcher(line);
        return matcher.lookingAt() ? line.substring(matcher.end()) : line;
    }

    /**
     * Undoes quoted-printable. Only a text in which the equals sign itself is encoded is taken for one, since
     * {@code rate=20} is what vstat prints.
     */
    private static void decode(List<String> lines) {
        lines.replaceAll(line -> line.equals("=20") ? "" : line);
        if (lines.stream().noneMatch(line -> line.contains("=3D"))) {
            return;
        }
        for (int i = 0; i < lines.size(); i++) {
            while (lines.get(i).endsWith("=") && i + 1 < lines.size()) {
                String line = lines.get(i);
                lines.set(i, line.substring(0, line.length() - 1) + lines.remove(i + 1));
            }
        }
        lines.replaceAll(line -> ENCODED.matcher(line)
                .replaceAll(
                        code -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(code.group(1), 16)))));
    }

    private static boolean isComment(List<String> lines) {
        List<String> said = lines.stream().filter(line -> !line.isBlank()).toList();
        long comments = said.stream().filter(line -> line.startsWith("#")).count();
        return comments > 1 && comments >= NEARLY_ALL * said.size();
    }
}
