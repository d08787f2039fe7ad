package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import java.util.List;

/** Answers of a switch that a test writes down. */
final class SwitchTexts {
    private SwitchTexts() {}

    static Fact<List<String>> answer(String text) {
        return Fact.known(text.lines().toList());
    }

    /** Recordings of terminals have prompts, and the line that was typed, which a session takes away. */
    static Fact<List<String>> recorded(String text) {
        return Fact.known(
                text.lines().filter(line -> !line.contains("] (config) #")).toList());
    }
}
