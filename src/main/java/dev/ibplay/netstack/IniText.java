package dev.ibplay.netstack;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The lossless document below keyfiles and systemd's files: sections with keys, read by one of the two grammars. */
final class IniText {
    /**
     * One assignment.
     *
     * @param line where it starts, from 1
     * @param keyEnd the offset after the key
     * @param start the offset of the value
     * @param end the offset after the value
     * @param oneLine whether the value stands on one line, so that it can be replaced
     */
    record Entry(String section, String key, String value, int line, int keyEnd, int start, int end, boolean oneLine) {
        boolean is(String inSection, String named) {
            return section.equals(inSection) && key.equals(named);
        }

        private String meaning() {
            return section + '\n' + key + '\n' + value;
        }
    }

    /** The start of a section; one name may start several. */
    record Header(String name, int line) {}

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

    String text() {
        return text;
    }

    List<Entry> entries() {
        return entries;
    }

    /** The last assignment, which is the one that counts in both grammars. */
    Optional<Entry> last(String section, String key) {
        return entries.stream().filter(e -> e.is(section, key)).reduce((a, b) -> b);
    }

    Optional<String> value(String section, String key) {
        return last(section, key).map(Entry::value);
    }

    boolean hasSection(String name) {
        return headers.stream().anyMatch(h -> h.name().equals(name));
    }

    /** The text with the key set: its last value replaced, or a line added to the last section of the name, or both added. */
    Rewrite with(String section, String key, String value) {
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
