package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An opensm.conf, byte for byte, with its keys and values as OpenSM's parser takes them (osm_subnet.c,
 * osm_subn_parse_conf_file and clean_val). Keys are case sensitive, the last of several lines wins.
 */
public final class OpensmConf {
    /** OpenSM's default priority, and what it falls back to when the value is above 15. */
    public static final int DEFAULT_PRIORITY = 0;

    public static final int MAX_PRIORITY = 15;
    private static final int UINT8_MAX = 255;
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern VALUE = Pattern.compile("[!$-~&&[^\"']]([ -~&&[^#\"']]*[!$-~&&[^\"']])?");

    private final ConfText text;
    private final List<OpensmConfLine> lines;

    private OpensmConf(ConfText text) {
        this.text = text;
        this.lines = OpensmConfLine.all(text);
    }

    /**
     * Reads a file; this never fails.
     *
     * @param file its name, for messages
     * @param bytes its bytes as characters 0..255, that is decoded as ISO-8859-1
     */
    public static OpensmConf parse(String file, String bytes) {
        return new OpensmConf(new ConfText(file, bytes));
    }

    /** The content, each byte a character 0..255; exactly what was parsed. */
    public String text() {
        return text.bytes();
    }

    public String file() {
        return text.file();
    }

    /** The text that counts for a key, without quotes and outer blanks; empty when no line has it. */
    public Optional<Located<String>> last(String key) {
        return lines(key)
                .reduce((first, second) -> second)
                .map(l -> new Located<>(l.value().text(), l.value().span()));
    }

    private java.util.stream.Stream<OpensmConfLine> lines(String key) {
        return lines.stream().filter(l -> l.key().text().equals(key));
    }

    /**
     * The number that OpenSM gets for a key: a line that is no number from 0 to {@code max} leaves the value as it was
     * (osm_subnet.c, opts_strtoul).
     *
     * @param max the largest value of the key's type, such as 255 for eight bits; -1 for 64 bits
     */
    public Reading<Long> number(String key, long byDefault, long max) {
        long value = byDefault;
        Optional<Span> from = Optional.empty();
        var problems = new ArrayList<Diagnostic>();
        for (OpensmConfLine line : lines(key).toList()) {
            String written = line.value().text();
            CNumber number = CNumber.parse(written);
            boolean inRange = !number.overflow() && Long.compareUnsigned(number.value(), max) <= 0;
            if (written.isEmpty() || number.end() < written.length()) {
                problems.add(notNumeric(key, line, value));
            } else if (!inRange) {
                problems.add(outOfRange(key, line, "leaves it at " + Long.toUnsignedString(value)));
            } else {
                value = number.value();
                from = Optional.of(line.value().span());
            }
        }
        return new Reading<>(value, from, problems);
    }

    private static Diagnostic notNumeric(String key, OpensmConfLine line, long value) {
        String hint = line.value().text().startsWith("=")
                ? "write '%s' and the value with a blank between them, without '='".formatted(key)
                : "write a number";
        return Diagnostic.error(
                        Code.OPENSM_CONF_NOT_NUMERIC,
                        line.span(),
                        "OpenSM takes no number from this line and leaves %s at %s"
                                .formatted(key, Long.toUnsignedString(value)))
                .withHint(hint);
    }

    private static Diagnostic outOfRange(String key, OpensmConfLine line, String consequence) {
        return Diagnostic.error(
                Code.OPENSM_CONF_OUT_OF_RANGE,
                line.span(),
                "the value of %s is out of range; OpenSM %s".formatted(key, consequence));
    }

    /** The truth value that OpenSM gets for a key: the word TRUE, and only that, is true. */
    public Reading<Boolean> truth(String key, boolean byDefault) {
        Optional<OpensmConfLine> line = lines(key).reduce((first, second) -> second);
        if (line.isEmpty()) {
            return new Reading<>(byDefault, Optional.empty(), List.of());
        }
        String written = line.get().value().text();
        boolean known = written.equals("TRUE") || written.equalsIgnoreCase("FALSE");
        List<Diagnostic> problems = known ? List.of() : List.of(OpensmConfNotes.notBoolean(line.get()));
        return new Reading<>(
                written.equals("TRUE"), Optional.of(line.get().value().span()), problems);
    }

    /**
     * The priority that the file gives, 0..15; options of the command line overrule it. OpenSM keeps an earlier line's
     * value where one is no number of eight bits, and falls back to 0 above 15 (osm_subn_verify_config).
     */
    public Reading<Integer> priority() {
        String key = "sm_priority";
        Reading<Long> read = number(key, DEFAULT_PRIORITY, UINT8_MAX);
        if (read.value() <= MAX_PRIORITY) {
            return new Reading<>((int) read.value().longValue(), read.from(), read.problems());
        }
        var problems = new ArrayList<>(read.problems());
        lines(key)
                .filter(l -> read.from().filter(l.value().span()::equals).isPresent())
                .forEach(l -> problems.add(outOfRange(key, l, "falls back to " + DEFAULT_PRIORITY)
                        .withHint("the priority is 0 to " + MAX_PRIORITY)));
        return new Reading<>(DEFAULT_PRIORITY, read.from(), problems);
    }

    /** All that is to be said about the file, in the order of the places, as far as it can be told from the syntax. */
    public List<Diagnostic> diagnostics() {
        return OpensmConfNotes.of(this, text, lines);
    }

    /**
     * The file with the key set to the value. Only the last line of the key is changed, its comment, quotes, spacing and
     * line end stay; without one a line is added at the end. Refused when OpenSM would not read the result so, which
     * happens only beside lines that are too long for it.
     *
     * @throws IllegalArgumentException for a key or value that no line can hold: a value is printable ASCII without
     *     {@code #} and quotes, not blank at either end
     */
    public Edit<OpensmConf> with(String key, String value) {
        if (!KEY.matcher(key).matches() || !VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a key and a value of opensm.conf: " + key);
        }
        Optional<OpensmConfLine> line = lines(key).reduce((first, second) -> second);
        var result = new OpensmConf(line.map(l -> replaced(l.value(), value)).orElseGet(() -> appended(key, value)));
        boolean reads = result.last(key).filter(l -> l.value().equals(value)).isPresent();
        if (reads && result.others(key).equals(others(key))) {
            return new Edit.Done<>(result);
        }
        return Edit.refused(Diagnostic.error(
                        Code.OPENSM_CONF_EDIT,
                        line.map(OpensmConfLine::span).orElse(Span.startOf(file())),
                        "%s cannot be set here without changing what OpenSM reads elsewhere".formatted(key))
                .withHint("shorten the lines of more than %d bytes".formatted(OpensmConfLine.MAX_PIECE)));
    }

    private ConfText replaced(Word old, String value) {
        boolean touchesKey = old.text().isEmpty() && !endsInBlank(old.start());
        return text.replace(old.start(), old.end(), touchesKey ? " " + value : value);
    }

    private boolean endsInBlank(int offset) {
        return offset > 0 && " \t".indexOf(text.bytes().charAt(offset - 1)) >= 0;
    }

    private ConfText appended(String key, String value) {
        String bytes = text.bytes();
        String feed = bytes.endsWith("\r\n") ? "\r\n" : "\n";
        String before = bytes.isEmpty() || bytes.endsWith("\n") ? "" : feed;
        return text.replace(bytes.length(), bytes.length(), before + key + " " + value + feed);
    }

    private List<String> others(String key) {
        return lines.stream()
                .filter(l -> !l.key().text().equals(key))
                .map(l -> l.key().text() + " " + l.value().text())
                .toList();
    }
}
