package dev.ibplay.facts.esxi;

import dev.ibplay.facts.Fact;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One entry of what esxcli lists, whatever the form. A field has the same name in all forms: csv writes {@code IPv4Address}
 * where the text has {@code IPv4 Address}.
 */
final class EsxcliRow {
    private static final String NOT_APPLICABLE = "N/A";
    private static final int LARGEST_MTU = 65_535;

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Keeps the first value of a field that comes twice. */
    void put(String name, String value) {
        values.putIfAbsent(key(name), value.strip());
    }

    /** A row of the fields and values given in turn. */
    static EsxcliRow of(String... namesAndValues) {
        EsxcliRow row = new EsxcliRow();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            row.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return row;
    }

    /** A field's name without what the forms write differently. */
    static String key(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    Set<String> keys() {
        return Set.copyOf(values.keySet());
    }

    /** How many fields are not empty. */
    long filled() {
        return values.values().stream().filter(Predicate.not(String::isEmpty)).count();
    }

    /** A field's value; nothing where it is missing, empty, or does not apply. */
    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(key(name)))
                .filter(value -> !value.isEmpty() && !value.equals(NOT_APPLICABLE));
    }

    /** The entry's own name. */
    String name() {
        return text("Name").orElse("");
    }

    Optional<Boolean> flag(String name) {
        return text(name).map(value -> value.equalsIgnoreCase("true"));
    }

    /** A list's entries: csv ends each with a comma, the text has one between two. */
    List<String> list(String name) {
        return text(name).map(value -> Arrays.stream(value.split(",", -1)).map(String::strip)).stream()
                .flatMap(entries -> entries)
                .filter(Predicate.not(String::isEmpty))
                .toList();
    }

    /** In bytes. */
    Fact<Integer> mtu() {
        return text("MTU")
                .map(value -> value.matches("\\d{1,5}") && Integer.parseInt(value) <= LARGEST_MTU
                        ? Fact.known(Integer.parseInt(value))
                        : Fact.<Integer>unreadable("its MTU is \"" + value + "\""))
                .orElseGet(() -> Fact.unreadable("its MTU is not told"));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EsxcliRow row && values.equals(row.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
