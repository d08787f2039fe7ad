package dev.ibplay.facts.tools;

import dev.ibplay.SharedCorpus;
import dev.ibplay.exec.CommandEnd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A recorded output with what is known of it.
 *
 * @param special what is unusual about it, and the exit status if it was not 0
 * @param expected what a reader must find, in words
 */
public record Recorded(String name, String special, String expected, String text) {

    /** All of one kind in the index, each named by its file; the test is skipped where there are none. */
    public static Stream<Recorded> ofKind(String kind) {
        Path corpus = SharedCorpus.require("corpus");
        try {
            return Files.readAllLines(corpus.resolve("INDEX.tsv")).stream()
                    .map(row -> row.split("\t", -1))
                    .filter(columns -> columns.length >= 5 && columns[1].equals(kind))
                    .filter(columns -> Files.exists(corpus.resolve(columns[0])))
                    .map(columns -> new Recorded(columns[0], columns[3], columns[4], read(corpus.resolve(columns[0]))));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Both streams were recorded together; an exit status is said in the index if it was not 0. */
    public ToolOutput output() {
        int status = (special + expected).contains("255") ? 255 : 0;
        return new ToolOutput(text, "", new CommandEnd.Exited(status));
    }

    /** The parts of the expectation, which are separated by semicolons. */
    public List<String> clauses() {
        return Arrays.stream(expected.split(";\\s*", -1)).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
