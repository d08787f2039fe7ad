package dev.ibplay.opensm;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of all keys in an OpenSM that has read a file, at its start or on SIGHUP (osm_subnet.c,
 * osm_subn_parse_conf_file and osm_subn_rescan_conf_files). Both keep what was last read beside what is used, and a line
 * counts only where it differs from what was last read.
 */
final class EffectiveOptions {
    private final Map<String, String> read = new HashMap<>();
    private final Map<String, String> used = new HashMap<>();
    private final Map<String, OpensmConfLine> from = new HashMap<>();
    private final Map<String, List<Diagnostic>> problems = new HashMap<>();

    private EffectiveOptions() {}

    static EffectiveOptions atStart(List<OpensmConfLine> lines) {
        var start = new EffectiveOptions();
        for (OpensmOption option : OpensmOptions.known()) {
            option.byDefault().ifPresent(value -> start.put(option.key(), value));
        }
        start.take(lines, true);
        OptionRules.apply(start);
        return start;
    }

    /** What becomes of these values when the file has these lines and SIGHUP is sent. */
    EffectiveOptions afterHup(List<OpensmConfLine> lines) {
        var after = new EffectiveOptions();
        after.read.putAll(read);
        after.used.putAll(used);
        for (OpensmOption option : OpensmOptions.known()) {
            if (option.is(OpensmOption.Trait.QOS)) {
                option.byDefault().ifPresent(value -> after.put(option.key(), value));
            }
        }
        after.take(lines, false);
        OptionRules.apply(after);
        return after;
    }

    private void take(List<OpensmConfLine> lines, boolean start) {
        for (OpensmConfLine line : lines) {
            Optional<OpensmOption> option =
                    OpensmOptions.find(line.key().text()).filter(o -> start || o.rereadOnHup());
            option.ifPresent(o -> take(o, line));
        }
    }

    private void take(OpensmOption option, OpensmConfLine line) {
        String key = option.key();
        String before = read.getOrDefault(key, "");
        OptionReader.Taken taken = OptionReader.read(option, line.value().text(), before);
        boolean kept = taken.verdict() == OptionReader.Verdict.NOT_NUMERIC
                || taken.verdict() == OptionReader.Verdict.OUT_OF_RANGE
                || taken.verdict() == OptionReader.Verdict.MALFORMED;
        if (!kept) {
            from.put(key, line);
        }
        if (!kept && !taken.value().equals(before)) {
            put(key, taken.value());
        }
        OptionMessages.of(option, line, taken).ifPresent(p -> problem(key, p));
    }

    private void put(String key, String value) {
        read.put(key, value);
        used.put(key, value);
    }

    String get(String key) {
        return used.getOrDefault(key, "");
    }

    long number(String key) {
        return Long.parseUnsignedLong(get(key));
    }

    /** Puts a value in the place of one that was read. */
    void replace(String key, String value) {
        used.put(key, value);
    }

    /** The line that the value comes from. */
    Optional<OpensmConfLine> from(String key) {
        return Optional.ofNullable(from.get(key));
    }

    void problem(String key, Diagnostic problem) {
        problems.computeIfAbsent(key, k -> new ArrayList<>()).add(problem);
    }

    Reading<Optional<String>> reading(OpensmOption option) {
        Optional<Span> place = from(option.key()).map(l -> l.value().span());
        return new Reading<>(
                Optional.ofNullable(used.get(option.key())), place, problems.getOrDefault(option.key(), List.of()));
    }

    List<Diagnostic> problems() {
        return problems.values().stream().flatMap(List::stream).toList();
    }
}
