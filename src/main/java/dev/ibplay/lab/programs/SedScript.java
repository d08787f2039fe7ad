package dev.ibplay.lab.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** sed's commands, read: addresses, and one of {@code p d q s = !}; no others and no groups. */
final class SedScript {
    private final String text;
    private final boolean extended;
    private int at;

    /** A place among the lines. */
    sealed interface Address {}

    record LineNumber(long line) implements Address {}

    record Last() implements Address {}

    record Match(Pattern pattern) implements Address {}

    record Command(List<Address> addresses, boolean negated, char name, Optional<Substitution> substitution) {}

    /** @param number which match counts, from 1 on */
    record Substitution(Pattern pattern, String replacement, boolean all, int number, boolean prints) {}

    private SedScript(String text, boolean extended) {
        this.text = text;
        this.extended = extended;
    }

    static List<Command> read(String text, boolean extended) throws ToolFailure {
        SedScript script = new SedScript(text, extended);
        List<Command> commands = new ArrayList<>();
        script.skip(" \t\n;");
        while (script.at < text.length()) {
            commands.add(script.command());
            script.skip(" \t\n;");
        }
        return commands;
    }

    private void skip(String characters) {
        while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private ToolFailure wrong(String what) {
        return new ToolFailure("-e expression #1, char " + at + ": " + what);
    }

    private Command command() throws ToolFailure {
        List<Address> addresses = new ArrayList<>();
        address().ifPresent(addresses::add);
        skip(" \t");
        if (!addresses.isEmpty() && at < text.length() && text.charAt(at) == ',') {
            at++;
            skip(" \t");
            addresses.add(address().orElseThrow(() -> wrong("unexpected `,'")));
        }
        skip(" \t");
        boolean negated = at < text.length() && text.charAt(at) == '!';
        at += negated ? 1 : 0;
        skip(" \t");
        if (at == text.length()) {
            throw wrong("missing command");
        }
        char name = text.charAt(at++);
        if ("pdqs=".indexOf(name) < 0) {
            throw wrong("unknown command: `" + name + "'");
        }
        return new Command(addresses, negated, name, name == 's' ? Optional.of(substitution()) : Optional.empty());
    }

    private Optional<Address> address() throws ToolFailure {
        char c = at < text.length() ? text.charAt(at) : 0;
        if (c == '$') {
            at++;
            return Optional.of(new Last());
        }
        if (c == '/' || c == '\\') {
            at += c == '\\' ? 1 : 0;
            char delimiter = text.charAt(at++);
            return Optional.of(new Match(pattern(until(delimiter), 0)));
        }
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        return start == at ? Optional.empty() : Optional.of(new LineNumber(Long.parseLong(text.substring(start, at))));
    }

    private Pattern pattern(String regex, int flags) throws ToolFailure {
        return RegularExpressions.compile(regex, extended, flags);
    }

    /** Up to an unescaped delimiter, which is taken; an escaped one stands for itself. */
    private String until(char delimiter) throws ToolFailure {
        StringBuilder found = new StringBuilder();
        boolean bracket = false;
        while (at < text.length() && (bracket || text.charAt(at) != delimiter)) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length() && !bracket) {
                char escaped = text.charAt(at++);
                found.append(escaped == delimiter ? "" : "\\").append(escaped);
            } else {
                bracket = c == '[' || (bracket && c != ']');
                found.append(c);
            }
        }
        if (at == text.length()) {
            throw wrong("unterminated address regex");
        }
        at++;
        return found.toString();
    }

    private Substitution substitution() throws ToolFailure {
        if (at == text.length()) {
            throw wrong("unterminated `s' command");
        }
        char delimiter = text.charAt(at++);
        String regex = until(delimiter);
        String replacement = replacement(delimiter);
        int start = at;
        while (at < text.length() && "gpiI0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String flags = text.substring(start, at);
        String digits = flags.replaceAll("[^0-9]", "");
        boolean ignoresCase = flags.contains("i") || flags.contains("I");
        return new Substitution(
                pattern(regex, ignoresCase ? Pattern.CASE_INSENSITIVE : 0),
                replacement,
                flags.contains("g"),
                digits.isEmpty() ? 1 : Integer.parseInt(digits),
                flags.contains("p"));
    }

    /** Like {@link #until}, without brackets. */
    private String replacement(char delimiter) throws ToolFailure {
        StringBuilder found = new StringBuilder();
        while (at < text.length() && text.charAt(at) != delimiter) {
            char c = text.charAt(at++);
            found.append(c);
            if (c == '\\' && at < text.length()) {
                found.append(text.charAt(at++));
            }
        }
        if (at == text.length()) {
            throw wrong("unterminated `s' command");
        }
        at++;
        return found.toString();
    }
}
