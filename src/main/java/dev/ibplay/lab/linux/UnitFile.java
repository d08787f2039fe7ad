package dev.ibplay.lab.linux;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A unit's file with its drop-ins (systemd.unit(5), systemd.service(5)): as much of them as services of this lab use.
 *
 * @param commands of ExecStart, as words; an empty assignment forgets those before
 * @param stopCommands of ExecStop, the same
 * @param environmentFiles a missing one counts only without {@code -} in front
 * @param wantedBy the targets that enabling links it to
 * @param remains RemainAfterExit: whether it stays active when nothing runs any more
 * @param guessesMainPid whether the only process that is left of a forking service is taken for the main one
 */
record UnitFile(
        String type,
        List<List<String>> commands,
        List<List<String>> stopCommands,
        List<String> environmentFiles,
        List<String> wantedBy,
        String partOf,
        boolean remains,
        boolean guessesMainPid) {
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|(\\S+)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    /** Reads the texts in their order; a later assignment goes on from the earlier ones. */
    static UnitFile of(List<String> texts) {
        String type = "simple";
        String partOf = "";
        boolean remains = false;
        boolean guesses = true;
        List<List<String>> stopCommands = new ArrayList<>();
        List<List<String>> commands = new ArrayList<>();
        List<String> files = new ArrayList<>();
        List<String> wantedBy = new ArrayList<>();
        for (String line : texts.stream().flatMap(String::lines).toList()) {
            int equals = line.indexOf('=');
            String value = line.substring(equals + 1).strip();
            switch (equals < 0 ? "" : line.substring(0, equals).strip()) {
                case "Type" -> type = value;
                case "PartOf" -> partOf = value;
                case "RemainAfterExit" -> remains = isYes(value);
                case "GuessMainPID" -> guesses = isYes(value);
                case "ExecStart" -> addOrForget(commands, value, words(value));
                case "ExecStop" -> addOrForget(stopCommands, value, words(value));
                case "EnvironmentFile" -> addOrForget(files, value, value);
                case "WantedBy" -> wantedBy.addAll(List.of(value.split("\\s+", -1)));
                default -> {}
            }
        }
        return new UnitFile(
                type,
                List.copyOf(commands),
                List.copyOf(stopCommands),
                List.copyOf(files),
                List.copyOf(wantedBy),
                partOf,
                remains,
                guesses);
    }

    /** systemd.syntax(7). */
    private static boolean isYes(String value) {
        return List.of("1", "yes", "true", "on").contains(value);
    }

    /** Whether its command ends while what it has started goes on. */
    boolean forks() {
        return type.equals("forking");
    }

    private static <T> void addOrForget(List<T> all, String value, T read) {
        if (value.isEmpty()) {
            all.clear();
        } else {
            all.add(read);
        }
    }

    /** The words of a command line; quotation marks hold one together, a backslash in double ones takes the next as it is. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.add(Optional.ofNullable(matcher.group(1))
                    .map(quoted -> quoted.replaceAll("\\\\(.)", "$1"))
                    .or(() -> Optional.ofNullable(matcher.group(2)))
                    .orElseGet(() -> matcher.group(3)));
        }
        return words;
    }

    /**
     * A command with the values of variables and specifiers. A word that is only {@code $NAME} becomes the words of that
     * variable; {@code ${NAME}} stands for its value as it is.
     *
     * @param instance what stands behind {@code @} in the unit's name
     */
    static List<String> expanded(List<String> command, String instance, Map<String, String> variables) {
        List<String> expanded = new ArrayList<>();
        for (String word : command) {
            String plain = word.replace("%I", instance).replace("%i", instance);
            if (plain.matches("\\$\\w+")) {
                expanded.addAll(words(variables.getOrDefault(plain.substring(1), "")));
            } else {
                expanded.add(VARIABLE.matcher(plain)
                        .replaceAll(m -> Matcher.quoteReplacement(variables.getOrDefault(m.group(1), ""))));
            }
        }
        return expanded;
    }

    /** The assignments of an environment file; quotation marks around a value fall away. */
    static Map<String, String> assignments(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("#") && line.indexOf('=') > 0)
                .forEach(line -> values.put(
                        line.substring(0, line.indexOf('=')),
                        String.join(" ", words(line.substring(line.indexOf('=') + 1)))));
        return values;
    }
}
