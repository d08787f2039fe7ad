package dev.ibplay.source;

import java.util.List;
import java.util.Optional;

/**
 * A text file as it was read.
 *
 * @param name the path as the user gave it, used in diagnostics
 */
public record SourceText(String name, String text) {
    /** The line with this number, from 1, without its line end. */
    public Optional<String> line(int number) {
        List<String> lines = text.lines().toList();
        return number >= 1 && number <= lines.size() ? Optional.of(lines.get(number - 1)) : Optional.empty();
    }
}
