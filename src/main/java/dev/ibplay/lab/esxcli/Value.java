package dev.ibplay.lab.esxcli;

import java.util.List;

/** A value of an answer. */
public sealed interface Value {
    record Text(String text) implements Value {}

    record Whole(long number) implements Value {}

    record Truth(boolean isTrue) implements Value {}

    record Texts(List<String> texts) implements Value {
        public Texts {
            texts = List.copyOf(texts);
        }
    }

    /** Structures in a structure. */
    record Parts(List<Structure> structures) implements Value {
        public Parts {
            structures = List.copyOf(structures);
        }
    }

    /** As the text and the keyvalue formatter print it; structures have no such form. */
    default String plain() {
        return switch (this) {
            case Text value -> value.text();
            case Whole value -> Long.toString(value.number());
            case Truth value -> Boolean.toString(value.isTrue());
            case Texts value -> String.join(", ", value.texts());
            case Parts ignored -> "";
        };
    }

    /** The name that xml and keyvalue give to its type. */
    default String type() {
        return switch (this) {
            case Text ignored -> "string";
            case Whole ignored -> "integer";
            case Truth ignored -> "boolean";
            case Texts ignored -> "list";
            case Parts ignored -> "structure";
        };
    }

    /** Whether tables print it at the right end of its column. */
    default boolean isRight() {
        return this instanceof Whole || this instanceof Truth;
    }
}
