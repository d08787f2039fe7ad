package dev.ibplay.transport.powershell;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Arguments as one line for CreateProcess, such that the C runtime's rules, and CommandLineToArgvW, give them back exactly: a
 * quote is escaped by a backslash, and so are the backslashes before it, or before the closing quote; others stand for
 * themselves. (Programs that read their line in ways of their own, such as cmd, may see it differently.)
 */
final class ArgumentLine {
    private ArgumentLine() {}

    /**
     * The line of the arguments that follow the program.
     *
     * @throws IllegalArgumentException for an argument with NUL, which ends the line
     */
    static String of(List<String> arguments) {
        return arguments.stream().map(ArgumentLine::quote).collect(Collectors.joining(" "));
    }

    private static String quote(String argument) {
        if (argument.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("an argument holds a NUL");
        }
        if (!argument.isEmpty() && argument.chars().noneMatch(c -> c == '"' || Character.isWhitespace(c))) {
            return argument;
        }
        StringBuilder quoted = new StringBuilder("\"");
        int backslashes = 0;
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            if (c == '"') {
                quoted.repeat("\\", backslashes + 1);
            }
            backslashes = c == '\\' ? backslashes + 1 : 0;
            quoted.append(c);
        }
        return quoted.repeat("\\", backslashes).append('"').toString();
    }
}
