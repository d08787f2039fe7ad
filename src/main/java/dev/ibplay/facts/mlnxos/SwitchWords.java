package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The small answers of a switch: one word, or {@code label: word}. */
final class SwitchWords {
    private static final Pattern LABELLED = Pattern.compile("\\s*([^:=]+?)\\s*[:=]\\s*(.*?)\\s*");

    private SwitchWords() {}

    /** The one word, or few words, of an answer; a label before them does not count. */
    static Fact<String> word(Fact<List<String>> answer) {
        return answer.flatMap(lines -> {
            List<String> said =
                    lines.stream().map(String::strip).filter(l -> !l.isEmpty()).toList();
            if (said.size() != 1) {
                return Fact.unreadable(
                        "the switch says " + (said.isEmpty() ? "nothing" : "\"" + said.getFirst() + "\" and more"));
            }
            Matcher labelled = LABELLED.matcher(said.getFirst());
            return Fact.known(labelled.matches() ? labelled.group(2) : said.getFirst());
        });
    }

    /** {@code enable} and {@code active} and their opposites. */
    static Fact<Boolean> flag(Fact<List<String>> answer) {
        return word(answer).flatMap(SwitchWords::flagOf);
    }

    private static Fact<Boolean> flagOf(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "enable", "enabled", "active", "yes", "online" -> Fact.known(true);
            case "disable", "disabled", "not active", "inactive", "no", "offline" -> Fact.known(false);
            default -> Fact.unreadable("the switch says \"" + word + "\"");
        };
    }

    /** A number in 0..15, as priorities are. */
    static Fact<Integer> priority(Fact<List<String>> answer) {
        return word(answer)
                .flatMap(word -> word.matches("\\d|1[0-5]")
                        ? Fact.known(Integer.valueOf(word))
                        : Fact.unreadable("no priority: \"" + word + "\""));
    }

    /** The value behind a label; capitals do not count. */
    static Optional<String> labelled(List<String> lines, String label) {
        return lines.stream()
                .map(LABELLED::matcher)
                .filter(line -> line.matches() && line.group(1).equalsIgnoreCase(label))
                .map(line -> line.group(2))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** The same as a flag; nothing where it is not there or no flag. */
    static Optional<Boolean> labelledFlag(List<String> lines, String label) {
        return labelled(lines, label).flatMap(word -> flagOf(word).ifKnown());
    }
}
