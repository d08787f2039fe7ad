package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An opensm.conf, byte for byte, with its keys and values as OpenSM's parser takes them (osm_subnet.c,
 * osm_subn_parse_conf_file and clean_val). Keys are case sensitive, the last of several lines wins.
 */
public final class OpensmConf {
    /** OpenSM's default priority, and what it falls back to when the value is above 15. */
    public static final int DEFAULT_PRIORITY = 0;

    public static final int MAX_PRIORITY = 15;
    private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern VALUE = Pattern.compile("[!$-~&&[^\"']]([ -~&&[^#\"']]*[!$-~&&[^\"']])?");

    private final ConfText text;
    private final List<OpensmConfLine> lines;
    private final EffectiveOptions effective;

    private OpensmConf(ConfText text) {
        this.text = text;
        this.lines = OpensmConfLine.all(text);
        this.effective = EffectiveOptions.atStart(lines);
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

    /** A line counts for a key also by the name that the key had earlier. */
    private static boolean is(String key, OpensmConfLine line) {
        return name(line.key().text()).equals(name(key));
    }

    private static String name(String key) {
        return OpensmOptions.find(key).map(OpensmOption::key).orElse(key);
    }

    private Stream<OpensmConfLine> lines(String key) {
        return lines.stream().filter(l -> is(key, l));
    }

    /**
     * The number that OpenSM gets for a key whose values are numbers; keys and prefixes may use all 64 bits of it, unsigned.
     *
     * @throws IllegalArgumentException for another key
     */
    public Reading<Long> number(String key) {
        Reading<Optional<String>> reading = option(key).reads(this);
        return new Reading<>(CNumber.parse(reading.value().orElseThrow()).value(), reading.from(), reading.problems());
    }

    /**
     * The truth value that OpenSM gets for a key: the word TRUE, and only that, is true.
     *
     * @throws IllegalArgumentException for a key that is not known
     */
    public Reading<Boolean> truth(String key) {
        Reading<Optional<String>> reading = option(key).reads(this);
        boolean value = reading.value().filter("TRUE"::equals).isPresent();
        return new Reading<>(value, reading.from(), reading.problems());
    }

    private static OpensmOption option(String key) {
        return OpensmOptions.find(key)
                .orElseThrow(() -> new IllegalArgumentException("not a key of opensm.conf: " + key));
    }

    /** The values of all keys in an OpenSM that is started with this file. */
    EffectiveOptions effective() {
        return effective;
    }

    List<OpensmConfLine> lines() {
        return lines;
    }

    /**
     * The priority that the file gives, 0..15; options of the command line overrule it. OpenSM keeps an earlier line's
     * value where one is no number of eight bits, and falls back to 0 above 15 (osm_subn_verify_config).
     */
    public Reading<Integer> priority() {
        Reading<Long> read = number("sm_priority");
        return new Reading<>(read.value().intValue(), read.from(), read.problems());
    }

    /** All that is to be said about the file, in the order of the places. */
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
        return refused(key, line);
    }

    /** Whether a line can hold the value and OpenSM reads it as it is. */
    static boolean isValue(String value) {
        return VALUE.matcher(value).matches() && value.length() < OpensmConfLine.MAX_PIECE / 2;
    }

    /**
     * The file with several keys set, one after the other in the order of the map; nothing where one is refused.
     *
     * @throws IllegalArgumentException as {@link #with(String, String)}
     */
    public Edit<OpensmConf> with(Map<String, String> values) {
        OpensmConf result = this;
        for (var entry : values.entrySet()) {
            switch (result.with(entry.getKey(), entry.getValue())) {
                case Edit.Done<OpensmConf> done -> result = done.document();
                case Edit.Refused<OpensmConf> refused -> {
                    return refused;
                }
            }
        }
        return new Edit.Done<>(result);
    }

    /**
     * The file without any line of the key, and without the comments on these lines. SIGHUP then leaves OpenSM at the value
     * that it has; only a restart brings the default back.
     */
    public Edit<OpensmConf> without(String key) {
        ConfText result = text;
        for (OpensmConfLine line : lines.reversed()) {
            if (is(key, line)) {
                int start = text.lineStart(line.key().start());
                int feed = text.lineEnd(line.key().start());
                result = result.replace(start, Math.min(feed + 1, text.bytes().length()), "");
            }
        }
        var without = new OpensmConf(result);
        boolean right = without.last(key).isEmpty() && without.others(key).equals(others(key));
        return right ? new Edit.Done<>(without) : refused(key, lines(key).findFirst());
    }

    private Edit<OpensmConf> refused(String key, Optional<OpensmConfLine> line) {
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
                .filter(l -> !is(key, l))
                .map(l -> l.key().text() + " " + l.value().text())
                .toList();
    }
}
