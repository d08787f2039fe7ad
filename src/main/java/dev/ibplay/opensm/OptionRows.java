package dev.ibplay.opensm;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the tables of keys: key, type, {@code hup} (re-read on SIGHUP) or {@code start}, default, and words for what else is
 * known: {@code secret}, {@code build}, {@code deprecated}, {@code qos}, {@code since=RELEASE}, and
 * {@code allowed=FIRST-LAST,WORD...!OTHERWISE}. The default's form is the form in which OpenSM prints the value.
 */
final class OptionRows {
    private static final Map<String, OptionType> TYPES = Map.ofEntries(
            Map.entry("bool", OptionType.BOOLEAN),
            Map.entry("u8", OptionType.NUMBER_8),
            Map.entry("u16", OptionType.NUMBER_16),
            Map.entry("u32", OptionType.NUMBER_32),
            Map.entry("u64", OptionType.NUMBER_64),
            Map.entry("s32", OptionType.SIGNED_32),
            Map.entry("text", OptionType.TEXT),
            Map.entry("mask", OptionType.PORT_MASK),
            Map.entry("entry", OptionType.CONGESTION_ENTRY),
            Map.entry("table", OptionType.CONGESTION_TABLE),
            Map.entry("sl-u8", OptionType.NUMBER_8_PER_SL),
            Map.entry("sl-u16", OptionType.NUMBER_16_PER_SL));
    private static final Map<String, OpensmOption.Trait> TRAITS = Map.of(
            "secret", OpensmOption.Trait.SECRET,
            "build", OpensmOption.Trait.DEFAULT_OF_BUILD,
            "deprecated", OpensmOption.Trait.DEPRECATED,
            "qos", OpensmOption.Trait.QOS);

    private OptionRows() {}

    static Stream<OpensmOption> read(String rows) {
        return rows.lines().filter(l -> !l.isBlank()).map(OptionRows::row);
    }

    private static OpensmOption row(String row) {
        String[] words = row.strip().split("\\s+", -1);
        OptionType type = TYPES.get(words[1]);
        if (type == null) {
            throw new IllegalArgumentException("no type of opensm.conf: " + words[1]);
        }
        List<String> more = Arrays.asList(words).subList(4, words.length);
        Set<OpensmOption.Trait> traits = new LinkedHashSet<>();
        more.stream().filter(TRAITS::containsKey).forEach(w -> traits.add(TRAITS.get(w)));
        String byDefault = type.isPerServiceLevel() ? "0 0" : words[3];
        return new OpensmOption(
                words[0],
                type,
                Optional.of(byDefault),
                value(more, "allowed=").map(OptionRows::allowed),
                words[2].equals("hup"),
                value(more, "since="),
                traits);
    }

    private static Optional<String> value(List<String> words, String name) {
        return words.stream()
                .filter(w -> w.startsWith(name))
                .map(w -> w.substring(name.length()))
                .findFirst();
    }

    private static AllowedValues allowed(String text) {
        int end = text.indexOf('!');
        List<String> parts = List.of(text.substring(0, end).split(",", -1));
        String otherwise = text.substring(end + 1);
        boolean numbers = Character.isDigit(text.charAt(0));
        return numbers
                ? new AllowedValues(parts.stream().map(OptionRows::range).toList(), Set.of(), otherwise)
                : new AllowedValues(List.of(), Set.copyOf(parts), otherwise);
    }

    private static AllowedValues.Range range(String text) {
        String[] ends = text.toLowerCase(Locale.ROOT).split("-", -1);
        return new AllowedValues.Range(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
    }
}
