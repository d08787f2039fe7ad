package dev.ibplay.playbook;

import static dev.ibplay.playbook.PlaybookKeys.foreign;
import static dev.ibplay.playbook.PlaybookKeys.now;
import static dev.ibplay.playbook.PlaybookKeys.required;

import dev.ibplay.playbook.Shape.AnyOf;
import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.ListOf;
import java.time.Duration;
import java.util.List;

/** The key table of an entry of {@code before} and {@code after}. */
final class CommandKeys {
    static final Duration SHORTEST_LIMIT = Duration.ofSeconds(1);

    /** A far end counts milliseconds in 32 bits, which are 49 days. */
    static final Duration LONGEST_LIMIT = Duration.ofDays(30);

    static final Keys COMMAND = new Keys(
            "command of before or after",
            List.of(
                    required(
                            "command",
                            new AnyOf(List.of(Values.text("command"), new ListOf(Values.text("word")))),
                            "A program with its arguments, as one text or as a list of words; no shell reads it."),
                    now(
                            "delegate_to",
                            Values.text("host"),
                            "The host of the inventory that runs it; localhost is the control node."),
                    now(
                            "timeout",
                            Values.duration("timeout", SHORTEST_LIMIT, LONGEST_LIMIT),
                            "After which it is ended and counts as failed, 1s to 30d; 1h by default."),
                    now("become", Values.flag(), "Whether it is run by sudo."),
                    foreign("shell", "commands are run without a shell", "command: [sh, -c, \"...\"]"),
                    foreign(
                            "ignore_errors",
                            "a command that fails fails its host",
                            "command: [sh, -c, \"... || true\"]")));

    private CommandKeys() {}
}
