package dev.ibplay.text;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file of {@code NAME=value} lines that a shell sources: ifcfg files, openib.conf. What is more than an assignment is kept
 * and makes all values uncertain, since it may change any of them.
 */
public final class ShellAssignments {
    /**
     * One assignment.
     *
     * @param value what the shell makes of it; empty where it expands variables or commands
     * @param line where it starts, from 1
     * @param start the offset of the value with its quotes
     * @param end the offset after it
     */
    public record Assignment(String name, Optional<String> value, int line, int start, int end) {}

    private static final Pattern VALUE = Pattern.compile("[^\"'\\\\$`\\p{Cntrl}]*");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,=@%+-]*");

    private final String text;
    private final List<Assignment> assignments;
    private final List<Integer> codeLines;

    ShellAssignments(String text, List<Assignment> assignments, List<Integer> codeLines) {
        this.text = text;
        this.assignments = List.copyOf(assignments);
        this.codeLines = List.copyOf(codeLines);
    }

    public static Parsed<ShellAssignments> parse(String text) {
        return new ShellReader(text).read();
    }

    public String text() {
        return text;
    }

    /** The last assignment: it is the one that counts. */
    public Optional<Assignment> last(String name) {
        return assignments.stream().filter(a -> a.name().equals(name)).reduce((a, b) -> b);
    }

    /** The value; empty where it is not set, set to nothing, or {@link #unclear}. */
    public Optional<String> value(String name) {
        return last(name).flatMap(Assignment::value).filter(v -> !v.isEmpty());
    }

    /** Why the value cannot be told from the text, if it cannot. */
    public Optional<String> unclear(String name) {
        if (!codeLines.isEmpty()) {
            return Optional.of("line %d is shell code, which may change %s".formatted(codeLines.getFirst(), name));
        }
        return last(name)
                .filter(a -> a.value().isEmpty())
                .map(a -> "the shell computes %s in line %d".formatted(name, a.line()));
    }

    /**
     * The text with the name set: its last value replaced, in the quotes that it has, or a line added.
     *
     * @param value without quotes, backslashes, dollar signs and control characters; others are refused
     * @param beside a new line goes after the last of these that is there, else to the end
     */
    public Rewrite with(String name, String value, List<String> beside) {
        Optional<String> unclear = unclear(name);
        if (unclear.isPresent()) {
            return new Rewrite.Refused(unclear.get());
        }
        if (!VALUE.matcher(value).matches()) {
            return new Rewrite.Refused("the value for %s needs quotes that are not written".formatted(name));
        }
        String result = last(name).map(a -> replaced(a, value)).orElseGet(() -> inserted(name, value, beside));
        boolean right = parse(result) instanceof Parsed.Document<ShellAssignments> again
                && again.document()
                        .last(name)
                        .flatMap(Assignment::value)
                        .filter(value::equals)
                        .isPresent()
                && again.document().others(name).equals(others(name));
        return right
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("%s cannot be set without a change of what is read elsewhere".formatted(name));
    }

    private String replaced(Assignment old, String value) {
        String raw = text.substring(old.start(), old.end());
        String quote = raw.startsWith("\"") || raw.startsWith("'") ? raw.substring(0, 1) : quoteFor(value);
        return new TextLines(text).replaced(old.start(), old.end(), quote + value + quote);
    }

    private static String quoteFor(String value) {
        return PLAIN.matcher(value).matches() ? "" : "\"";
    }

    private String inserted(String name, String value, List<String> beside) {
        var lines = new TextLines(text);
        String line = name + "=" + quoteFor(value) + value + quoteFor(value);
        return assignments.stream()
                .filter(a -> beside.contains(a.name()))
                .reduce((a, b) -> b)
                .map(a -> lines.insertedAfter(lines.line(lines.numberAt(a.end())), line))
                .orElseGet(() -> lines.appended(line));
    }

    private List<String> others(String name) {
        Optional<Assignment> own = last(name);
        return assignments.stream()
                .filter(a -> own.filter(a::equals).isEmpty())
                .map(a -> a.name() + "=" + a.value().orElse("\0"))
                .toList();
    }
}
