package dev.ibplay.transport.cli;

import dev.ibplay.exec.Operation.RunCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line for the command line of a switch.
 *
 * @param reply what to say when it asks whether to continue; without one the answer is no
 */
record CliLine(String text, Optional<String> reply, Duration limit) {
    /**
     * What a line is never allowed to hold: a question mark asks for help without an Enter and leaves the line standing, quotation marks
     * and backslashes would end the quotes of an exec, the rest are no characters of a line.
     */
    private static final Pattern FORBIDDEN = Pattern.compile("[?\"'\\\\`$\\p{Cntrl}]");

    private static final String QUESTION = "show";

    /** What is wrong with a command as a line; nothing when it can be sent. */
    static Optional<String> objection(RunCommand command) {
        String text = text(command);
        if (text.isBlank()) {
            return Optional.of("an empty line");
        }
        if (FORBIDDEN.matcher(text).find()) {
            return Optional.of("a character that a switch's command line would take for something else: " + text);
        }
        return reply(command)
                .map(CliLine::stripped)
                .filter(FORBIDDEN.asPredicate())
                .map(r -> "more than one reply");
    }

    static CliLine of(RunCommand command) {
        return new CliLine(text(command), reply(command).map(CliLine::stripped), command.timeLimit());
    }

    private static String text(RunCommand command) {
        return String.join(" ", command.arguments()).strip();
    }

    private static Optional<String> reply(RunCommand command) {
        return Optional.of(command.stdin().lossyText()).filter(text -> !text.isBlank());
    }

    private static String stripped(String reply) {
        return reply.strip();
    }

    /** Whether it wants the configuration mode: all but questions do, {@code write memory} works there too. */
    boolean changes() {
        return !text.equals(QUESTION) && !text.startsWith(QUESTION + " ");
    }
}
