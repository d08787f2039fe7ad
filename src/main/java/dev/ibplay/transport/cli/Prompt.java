package dev.ibplay.transport.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the command line writes when it waits for a line: {@code sw1 [standalone: master] (config) # }. The tag of a cluster varies or
 * is not there, and operators have {@code >}.
 *
 * @param name the switch's host name
 * @param tag in brackets; empty without one
 * @param mode in parentheses; empty outside of the configuration
 */
record Prompt(String name, String tag, String mode, boolean privileged) {
    private static final Pattern FORM = Pattern.compile("(\\S+)(?: \\[([^\\]]*)\\])?(?: \\(([^)]*)\\))? (>|#)");

    /** What a switch that is not ready says after a reboot; it has no commands then. */
    private static final Pattern DEGRADED = Pattern.compile("CLI >");

    /** @param line without blanks behind it */
    static Optional<Prompt> find(String line) {
        Matcher form = FORM.matcher(line);
        return form.matches()
                ? Optional.of(new Prompt(
                        form.group(1),
                        Optional.ofNullable(form.group(2)).orElse(""),
                        Optional.ofNullable(form.group(3)).orElse(""),
                        form.group(4).equals("#")))
                : Optional.empty();
    }

    static boolean isDegraded(String line) {
        return DEGRADED.matcher(line).matches();
    }

    boolean configuring() {
        return !mode.isEmpty();
    }

    /** Whether a line is a prompt with a command typed behind it, or the command alone. */
    static boolean isEcho(String line, String command) {
        String squeezed = squeezed(line);
        String wanted = squeezed(command);
        if (!squeezed.endsWith(wanted)) {
            return false;
        }
        String before = squeezed.substring(0, squeezed.length() - wanted.length());
        return before.isEmpty() || before.endsWith("#") || before.endsWith(">");
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s", "");
    }
}
