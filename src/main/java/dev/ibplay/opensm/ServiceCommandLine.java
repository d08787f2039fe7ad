package dev.ibplay.opensm;

import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command line of a Windows service that runs OpenSM, split as Windows' C runtime does (Microsoft: Parsing C command-line
 * arguments). The program may stand there without quotes although its path has blanks: then it ends with its {@code .exe}, as the
 * service manager finds it. Variables ({@code %ProgramFiles%}) are left as they are.
 */
public final class ServiceCommandLine {
    private static final Pattern UNQUOTED =
            Pattern.compile("(?i)\\s*((?:[A-Z]:|%[^%\"]+%|\\\\\\\\)[^\"]*?\\.exe)(?=\\s|$)");

    /** Where an argument stands, with its quotes. */
    private record Word(String text, int start, int end) {}

    private final String line;
    private final List<Word> words = new ArrayList<>();
    private int at;

    private ServiceCommandLine(String line) {
        this.line = line;
    }

    public static ServiceCommandLine of(String line) {
        ServiceCommandLine reading = new ServiceCommandLine(line);
        Matcher program = UNQUOTED.matcher(line);
        if (program.lookingAt()) {
            reading.words.add(new Word(program.group(1), program.start(1), program.end(1)));
            reading.at = program.end();
        }
        reading.read();
        return reading;
    }

    /** The program and its arguments; empty for a line without any. */
    public static List<String> split(String line) {
        return of(line).words();
    }

    private List<String> words() {
        return words.stream().map(Word::text).toList();
    }

    private void read() {
        while (at < line.length()) {
            if (isBlank(line.charAt(at))) {
                at++;
            } else {
                int start = at;
                String text = argument();
                words.add(new Word(text, start, at));
            }
        }
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private String argument() {
        StringBuilder argument = new StringBuilder();
        boolean quoted = false;
        while (at < line.length() && (quoted || !isBlank(line.charAt(at)))) {
            int backslashes = 0;
            while (at + backslashes < line.length() && line.charAt(at + backslashes) == '\\') {
                backslashes++;
            }
            at += backslashes;
            boolean quote = at < line.length() && line.charAt(at) == '"';
            // Only before a quote does a backslash mean something; a program's own name has none that do.
            boolean escapes = quote && !words.isEmpty();
            argument.append("\\".repeat(escapes ? backslashes / 2 : backslashes));
            if (quote && escapes && backslashes % 2 == 1) {
                argument.append('"');
                at++;
            } else if (quote) {
                quoted = !quoted;
                at++;
            } else if (backslashes == 0) {
                argument.append(line.charAt(at));
                at++;
            }
        }
        return argument.toString();
    }

    /** The priority that it gives, as text; it wins over opensm.conf at every start (main.c). */
    public Optional<String> priority() {
        return new OpensmArguments(words()).priority();
    }

    /**
     * The line with another priority: in the place of the one that counts, or behind all else. Every other character stays.
     *
     * @param priority 0..15
     */
    public Rewrite withPriority(int priority) {
        OpensmArguments arguments = new OpensmArguments(words());
        if (words.isEmpty()) {
            return new Rewrite.Refused("it is empty");
        }
        if (arguments.value("k", "smkey").isPresent()) {
            return new Rewrite.Refused("it holds the SM_Key, which would be shown to everybody who lists processes");
        }
        List<Word> options = words.subList(1, words.size());
        List<OpensmArguments.Found> found =
                OpensmArguments.find(options.stream().map(Word::text).toList(), "p", "priority");
        if (found.isEmpty()) {
            return proven(line.stripTrailing() + " -p " + priority, priority);
        }
        OpensmArguments.Found last = found.getLast();
        if (last.valueIndex() >= options.size()) {
            return new Rewrite.Refused("its last option is a priority without a value");
        }
        Word value = options.get(last.valueIndex());
        int start = value.start() + last.valueStart();
        boolean isPlain = line.substring(value.start(), value.end()).equals(value.text());
        if (!isPlain && last.valueStart() > 0) {
            return new Rewrite.Refused("the priority in it stands in quotes together with its option");
        }
        return proven(line.substring(0, start) + priority + line.substring(value.end()), priority);
    }

    private Rewrite proven(String result, int priority) {
        ServiceCommandLine then = of(result);
        boolean isRight = then.priority().equals(Optional.of(Integer.toString(priority)));
        return isRight
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("the priority cannot be changed without a change of what is read elsewhere");
    }
}
