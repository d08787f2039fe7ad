package dev.ibplay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The lossless document below keyfiles and systemd's files: sections with keys, read by one of the two grammars. */
public final class IniText {
    /**
     * One assignment.
     *
     * @param line where it starts, from 1
     * @param keyEnd the offset after the key
     * @param start the offset of the value
     * @param end the offset after the value
     * @param oneLine whether the value stands on one line, so that it can be replaced
     */
    public record Entry(
            String section, String key, String value, int line, int keyEnd, int start, int end, boolean oneLine) {
        public boolean is(String inSection, String named) {
            return section.equals(inSection) && key.equals(named);
        }

        private String meaning() {
            return section + '\n' + key + '\n' + value;
        }
    }

    /** The start of a section; one name may start several. */
    public record Header(String name, int line) {}

    private final IniGrammar grammar;
    private final String text;
    private final List<Header> headers;
    private final List<Entry> entries;

    IniText(IniGrammar grammar, String text, List<Header> headers, List<Entry> entries) {
        this.grammar = grammar;
        this.text = text;
        this.headers = List.copyOf(headers);
        this.entries = List.copyOf(entries);
    }

    public String text() {
        return text;
    }

    public List<Entry> entries() {
        return entries;
    }

    /** The last assignment, which is the one that counts in both grammars. */
    public Optional<Entry> last(String section, String key) {
        return entries.stream().filter(e -> e.is(section, key)).reduce((a, b) -> b);
    }

    public Optional<String> value(String section, String key) {
        return last(section, key).map(Entry::value);
    }

    public boolean hasSection(String name) {
        return headers.stream().anyMatch(h -> h.name().equals(name));
    }

    /** The text with the key set: its last value replaced, or a line added to the last section of the name, or both added. */
    public Rewrite with(String section, String key, String value) {
        Optional<Entry> present = last(section, key);
        if (present.isPresent() && !present.get().oneLine()) {
            return new Rewrite.Refused("the value of %s goes over several lines, from line %d on"
                    .formatted(key, present.get().line()));
        }
        String result = present.map(e -> new TextLines(text).replaced(e.start(), e.end(), value))
                .orElseGet(() -> inserted(section, key, value));
        boolean right = grammar.read(result) instanceof Parsed.Document<IniText> again
                && again.document().value(section, key).filter(value::equals).isPresent()
                && again.document().others(section, key).equals(others(section, key));
        return right
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("%s cannot be set without a change of what is read elsewhere".formatted(key));
    }

    /** The text with one more assignment of a key that may come several times. */
    public Rewrite withMore(String section, String key, String value) {
        return proven(inserted(section, key, value), key, entry -> false, List.of(section + '\n' + key + '\n' + value));
    }

    /** The text without the lines that give a key this value. */
    public Rewrite without(String section, String key, String value) {
        Predicate<Entry> goes = e -> e.is(section, key) && e.value().equals(value);
        if (entries.stream().filter(goes).anyMatch(e -> !e.oneLine())) {
            return new Rewrite.Refused("the value of %s goes over several lines".formatted(key));
        }
        String result = text;
        for (Entry entry : entries.reversed()) {
            if (goes.test(entry)) {
                TextLines.Line line = new TextLines(text).line(entry.line());
                result = result.substring(0, line.start()) + result.substring(line.next());
            }
        }
        return proven(result, key, goes, List.of());
    }

    /** A result that says all that this text does but for what goes, and what is new. */
    private Rewrite proven(String result, String key, Predicate<Entry> goes, List<String> added) {
        Stream<String> kept = entries.stream().filter(goes.negate()).map(Entry::meaning);
        List<String> wanted = Stream.concat(kept, added.stream()).sorted().toList();
        boolean right = grammar.read(result) instanceof Parsed.Document<IniText> again
                && again.document().entries().stream()
                        .map(Entry::meaning)
                        .sorted()
                        .toList()
                        .equals(wanted);
        return right
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("%s cannot be changed without a change of what is read elsewhere".formatted(key));
    }

    private String inserted(String section, String key, String value) {
        var lines = new TextLines(text);
        Optional<Header> header =
                headers.stream().filter(h -> h.name().equals(section)).reduce((a, b) -> b);
        if (header.isPresent()) {
            int from = header.get().line();
            int to = headers.stream()
                    .mapToInt(Header::line)
                    .filter(l -> l > from)
                    .findFirst()
                    .orElse(Integer.MAX_VALUE);
            Optional<Entry> last = entries.stream()
                    .filter(e -> e.line() > from && e.line() < to)
                    .reduce((a, b) -> b);
            String separator = last.filter(Entry::oneLine)
                    .map(e -> text.substring(e.keyEnd(), e.start()))
                    .orElse("=");
            int after = last.map(e -> lines.numberAt(e.end())).orElse(from);
            return lines.insertedAfter(lines.line(after), key + separator + value);
        }
        String end = lines.lines().isEmpty() ? "\n" : lines.endOf(lines.lines().getLast());
        boolean gap = !text.isBlank() && !lines.text(lines.lines().getLast()).isBlank();
        return lines.appended((gap ? end : "") + "[" + section + "]" + end + key + "=" + value);
    }

    private List<String> others(String section, String key) {
        var others = new ArrayList<String>();
        entries.stream().filter(e -> !e.is(section, key)).map(Entry::meaning).forEach(others::add);
        // An earlier assignment of the key stays as it was, too.
        Stream<Entry> earlier = entries.stream().filter(e -> e.is(section, key));
        List<String> own = earlier.map(Entry::value).toList();
        others.addAll(own.subList(0, Math.max(0, own.size() - 1)));
        return others;
    }
}
