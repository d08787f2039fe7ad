package dev.ibplay.lab.esxcli;

import java.util.List;

/** What a command that succeeds says. */
public sealed interface Answer {
    /** Commands that set something are silent. */
    record Nothing() implements Answer {}

    /** A value without a name. */
    record Scalar(Value value) implements Answer {}

    /** One structure without a title. */
    record Single(String type, Structure structure) implements Answer {}

    /** Structures under their titles. */
    record Titled(String type, List<Structure> structures) implements Answer {
        public Titled {
            structures = List.copyOf(structures);
        }
    }

    /**
     * Structures with the same fields, one a line.
     *
     * @param columns names of the fields, which the text formatter prints even where there is no structure
     */
    record Table(String type, List<String> columns, List<Structure> structures) implements Answer {
        public Table {
            columns = List.copyOf(columns);
            structures = List.copyOf(structures);
        }
    }
}
