package dev.ibplay.transport.cli;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a switch has said to one line. Its command line has no exit status: errors are lines that begin with {@code %}, success is
 * silent.
 */
final class CliAnswer {
    private static final String ERROR = "%";
    private static final Pattern CONFIRM = Pattern.compile("(?i).*type 'yes' to continue ?:?.*");

    private CliAnswer() {}

    static boolean isError(String line) {
        return line.stripLeading().startsWith(ERROR);
    }

    /** Whether a line is a question that wants yes or no. */
    static boolean isConfirmation(String line) {
        return CONFIRM.matcher(line).matches();
    }

    /** Status 1 with the errors on standard error when there are any, else 0; the other lines on standard output. */
    static CommandEnded of(List<String> lines) {
        String errors =
                lines.stream().filter(CliAnswer::isError).map(String::strip).collect(Collectors.joining("\n"));
        return ended(new CommandEnd.Exited(errors.isEmpty() ? 0 : 1), lines, errors);
    }

    /** It asked, and nobody had said what to answer. */
    static CommandEnded unanswered(List<String> lines, String question) {
        return ended(new CommandEnd.Exited(1), lines, "it asked, and was told no: " + question);
    }

    /** It was still at it when its time was over. */
    static CommandEnded timedOut(List<String> lines) {
        return ended(new CommandEnd.TimedOut(), lines, "");
    }

    /** Nothing can be done in the mode that it wants. */
    static Outcome noAccess(String mode, String said) {
        return new Outcome.OperationFailed("EACCES", "the login may not use the " + mode + ": " + said.strip());
    }

    /** No password is sent for that. */
    static TransportException enablePassword(String host) {
        return new TransportException(
                host,
                TransportException.Kind.BECOME_REFUSED,
                "the switch asks for a password to enter enable mode, which is not supported",
                Optional.of("Log in as a user of the admin role, or take the password away: no enable password"));
    }

    private static CommandEnded ended(CommandEnd end, List<String> lines, String errors) {
        List<String> said = new ArrayList<>(lines.stream()
                .filter(line -> !isError(line))
                .map(String::stripTrailing)
                .toList());
        while (!said.isEmpty() && said.getLast().isEmpty()) {
            said.removeLast();
        }
        while (!said.isEmpty() && said.getFirst().isEmpty()) {
            said.removeFirst();
        }
        return new CommandEnded(end, text(String.join("\n", said)), text(errors));
    }

    private static Bytes text(String text) {
        return text.isEmpty() ? Bytes.EMPTY : Bytes.ofUtf8(text + "\n");
    }
}
