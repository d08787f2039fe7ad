package dev.ibplay.facts.linux;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;

/** What a command of a network stack said, or why there is nothing to read. */
final class ToolAnswer {
    private ToolAnswer() {}

    /** The output of a command that ended well; absent where there is no such program. */
    static Fact<ToolOutput> of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended ->
                ended.succeeded() ? Fact.known(ToolOutput.of(ended)) : Fact.unreadable(why(ToolOutput.of(ended)));
            case Outcome.OperationFailed failed ->
                failed.errno().equals("ENOENT") ? Fact.absent() : Fact.unreadable(failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }

    /** The first thing that was said on standard error, else how the command ended. */
    static String why(ToolOutput output) {
        return output.stderr()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElseGet(() -> switch (output.end()) {
                    case CommandEnd.Exited exited -> "it ended with status " + exited.status();
                    case CommandEnd.Signalled signalled -> "it was ended by signal " + signalled.signal();
                    case CommandEnd.TimedOut ignored -> "it did not end in time";
                });
    }
}
