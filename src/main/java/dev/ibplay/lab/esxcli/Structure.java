package dev.ibplay.lab.esxcli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One thing that an answer tells of.
 *
 * @param title what stands above it in a list; empty where nothing does
 */
public record Structure(String title, List<Field> fields) {
    private static final Pattern PUNCTUATION = Pattern.compile("[^A-Za-z0-9]");

    public Structure {
        fields = List.copyOf(fields);
    }

    /** One with a title and no fields yet. */
    public static Structure of(String title) {
        return new Structure(title, List.of());
    }

    /**
     * A field.
     *
     * @param name as people read it: {@code MAC Address}
     */
    public record Field(String name, Value value) {
        /** The name that programs read: {@code MACAddress}. */
        public String key() {
            return PUNCTUATION.matcher(name).replaceAll("");
        }
    }

    public Structure with(String name, Value value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Structure(title, more);
    }

    public Structure text(String name, String value) {
        return with(name, new Value.Text(value));
    }

    public Structure number(String name, long value) {
        return with(name, new Value.Whole(value));
    }

    public Structure truth(String name, boolean value) {
        return with(name, new Value.Truth(value));
    }

    public Structure texts(String name, List<String> values) {
        return with(name, new Value.Texts(values));
    }

    public Structure parts(String name, List<Structure> values) {
        return with(name, new Value.Parts(values));
    }
}
