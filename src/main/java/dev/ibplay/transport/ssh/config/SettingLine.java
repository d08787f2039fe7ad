package dev.ibplay.transport.ssh.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A line of a configuration, or the value of ssh's option {@code -o}: a known keyword and words that it can have. */
public record SettingLine(Keyword keyword, List<String> words) {
    public SettingLine {
        words = List.copyOf(words);
    }

    public String name() {
        return keyword.name();
    }

    /** Whether ssh knows it and it changes nothing here. */
    public boolean isIgnored() {
        return keyword.kind() == Keyword.Kind.IGNORED;
    }

    /** Whether it can only stand in a file. */
    public boolean isOfFilesOnly() {
        return switch (keyword.kind()) {
            case HOST, MATCH, INCLUDE -> true;
            default -> false;
        };
    }

    /**
     * Reads a line.
     *
     * @param place for messages
     * @param ignoredUnknown pattern lists of keywords that may be unknown
     * @return nothing for an empty line, a comment, or an unknown keyword that is to be ignored
     */
    public static Optional<SettingLine> parse(String line, String place, List<String> ignoredUnknown)
            throws ConfigException {
        ConfigWords rest = ConfigWords.of(line.stripTrailing());
        if (rest.atEnd() || rest.rest().startsWith("#")) {
            return Optional.empty();
        }
        String written = rest.delimited().orElseThrow(() -> unclosed(place));
        if (rest.atEnd()) {
            throw new ConfigException(place, written + " has no value", "see ssh_config(5)");
        }
        Optional<Keyword> keyword = Keyword.of(written);
        if (keyword.isEmpty()) {
            String lower = written.toLowerCase(Locale.ROOT);
            if (ignoredUnknown.stream().anyMatch(list -> Patterns.matchesList(list, lower))) {
                return Optional.empty();
            }
            throw new ConfigException(
                    place,
                    "ssh has no option \"" + written + "\"",
                    Patterns.nearest(lower, Keyword.names())
                            .map(near -> "did you mean " + near + "?")
                            .orElse("remove it, or name it with IgnoreUnknown before it"));
        }
        List<String> words = words(keyword.get(), rest, place);
        Optional<String> problem = keyword.get().problem(words);
        if (problem.isPresent()) {
            throw new ConfigException(place, written + " " + problem.get(), "see ssh_config(5)");
        }
        return Optional.of(new SettingLine(keyword.get(), words));
    }

    private static List<String> words(Keyword keyword, ConfigWords rest, String place) throws ConfigException {
        return switch (keyword.kind()) {
            case COMMAND -> rest.atEnd() ? List.of() : List.of(rest.rest());
            case JUMP -> {
                int comment = rest.rest().indexOf('#');
                String value = comment < 0 ? rest.rest() : rest.rest().substring(0, comment);
                yield value.isBlank() ? List.of() : List.of(value.strip());
            }
            default -> rest.arguments().orElseThrow(() -> unclosed(place));
        };
    }

    private static ConfigException unclosed(String place) {
        return new ConfigException(place, "a quote is not closed", "close it on the same line");
    }
}
