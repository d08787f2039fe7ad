package dev.ibplay.facts.windows;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One line of {@code facts.ps1}: its kind, and values by their keys. */
record FactLine(String kind, Map<String, String> values) {
    private static final Pattern KIND = Pattern.compile("[a-z]+");
    private static final Pattern PAIR = Pattern.compile("[a-z0-9]+=([!-$&-~]|%[0-9A-Fa-f]{2})*");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    FactLine {
        values = Map.copyOf(values);
    }

    /** Nothing for a line that is none of the script's. */
    static Optional<FactLine> of(String line) {
        String[] words = line.strip().split(" ", -1);
        if (!KIND.matcher(words[0]).matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < words.length; i++) {
            if (!PAIR.matcher(words[i]).matches()) {
                return Optional.empty();
            }
            String[] pair = words[i].split("=", 2);
            values.put(pair[0], unescaped(pair[1]));
        }
        return Optional.of(new FactLine(words[0], values));
    }

    /** RFC 3986, section 2.1; a plus sign stands for itself. */
    private static String unescaped(String text) {
        byte[] bytes = new byte[text.length()];
        int size = 0;
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '%') {
                bytes[size] = (byte) Integer.parseInt(text.substring(at + 1, at + 3), 16);
                at += 2;
            } else {
                bytes[size] = (byte) text.charAt(at);
            }
            size++;
        }
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    /** Nothing where the value is empty, too. */
    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).map(String::strip).filter(value -> !value.isEmpty());
    }

    Optional<Long> number(String key) {
        return text(key).filter(value -> NUMBER.matcher(value).matches()).map(Long::parseLong);
    }

    /** A number from 0 that fits an {@code int}. */
    Optional<Integer> count(String key) {
        return number(key)
                .filter(value -> value >= 0 && value <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }
}
