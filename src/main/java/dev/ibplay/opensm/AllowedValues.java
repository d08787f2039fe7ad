package dev.ibplay.opensm;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The values that OpenSM leaves as they are when it looks at all options after parsing (osm_subnet.c,
 * osm_subn_verify_config).
 *
 * @param ranges pairs of first and last number, for keys that are numbers
 * @param texts for keys that are words
 * @param otherwise what OpenSM puts in the place of every other value
 */
public record AllowedValues(List<Range> ranges, Set<String> texts, String otherwise) {
    /** Numbers from the first to the last. */
    public record Range(long first, long last) {
        @Override
        public String toString() {
            return first == last ? Long.toString(first) : first + " to " + last;
        }
    }

    public AllowedValues {
        ranges = List.copyOf(ranges);
        texts = Set.copyOf(texts);
    }

    /** Whether a value, in the form in which OpenSM prints it, stays. */
    public boolean hold(String value) {
        if (value.equals(otherwise)) {
            return true;
        }
        if (!texts.isEmpty()) {
            return texts.contains(value);
        }
        long number = CNumber.parse(value).value();
        return ranges.stream().anyMatch(r -> r.first() <= number && number <= r.last());
    }

    /** The values for people: "0 to 7 or 15", "both, in, off or out". */
    public String words() {
        List<String> all = texts.isEmpty()
                ? ranges.stream().map(Range::toString).toList()
                : texts.stream().sorted().toList();
        Optional<String> before = all.size() < 2
                ? Optional.empty()
                : Optional.of(String.join(", ", all.subList(0, all.size() - 1)) + " or ");
        return before.orElse("") + all.getLast();
    }
}
