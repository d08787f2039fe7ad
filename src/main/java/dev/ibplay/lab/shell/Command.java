package dev.ibplay.lab.shell;

import java.util.List;
import java.util.Optional;

/** What a shell carries out (POSIX.1-2017, XCU 2.9). */
sealed interface Command {
    /** Does nothing, successfully. */
    Command NOTHING = new Sequence(List.of());

    /** A word of the form {@code NAME=value} before the command's name. */
    record Assignment(String name, Word value) {}

    record Simple(int line, List<Assignment> assignments, List<Word> words, List<Redirection> redirections)
            implements Command {}

    record Pipeline(List<Command> parts, boolean negated) implements Command {}

    /** The second only when the first succeeded ({@code and}) or failed. */
    record AndOr(Command first, boolean and, Command second) implements Command {}

    record Sequence(List<Command> commands) implements Command {}

    record Background(Command body) implements Command {}

    record Subshell(Command body) implements Command {}

    record Redirected(int line, Command body, List<Redirection> redirections) implements Command {}

    record If(Command condition, Command body, Command otherwise) implements Command {}

    record Loop(boolean until, Command condition, Command body) implements Command {}

    /** Over the words, or over the positional parameters. */
    record ForEach(int line, String name, Optional<List<Word>> words, Command body) implements Command {}

    record Case(int line, Word subject, List<Arm> arms) implements Command {}

    record Arm(List<Word> patterns, Command body) {}

    record Definition(String name, Command body) implements Command {}
}
