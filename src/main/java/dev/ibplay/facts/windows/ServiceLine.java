package dev.ibplay.facts.windows;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a command line as Windows' C runtime does (Microsoft: Parsing C command-line arguments). A service's program may stand
 * there without quotes although its path has blanks: then it ends with its {@code .exe}, as the service manager finds it.
 */
final class ServiceLine {
    private static final Pattern UNQUOTED = Pattern.compile("(?i)\\s*([A-Z]:[^\"]*?\\.exe)(?=\\s|$)");

    private final String line;
    private final List<String> arguments = new ArrayList<>();
    private int at;

    private ServiceLine(String line) {
        this.line = line;
    }

    /** The program and its arguments; empty for a line without any. */
    static List<String> split(String line) {
        ServiceLine reading = new ServiceLine(line);
        Matcher program = UNQUOTED.matcher(line);
        if (program.lookingAt()) {
            reading.arguments.add(program.group(1));
            reading.at = program.end();
        }
        reading.read();
        return List.copyOf(reading.arguments);
    }

    private void read() {
        while (at < line.length()) {
            if (isBlank(line.charAt(at))) {
                at++;
            } else {
                arguments.add(argument());
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
            boolean escapes = quote && !arguments.isEmpty();
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
}
