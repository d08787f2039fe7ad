package dev.ibplay.facts.esxi;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a command on an ESXi host said, or why there is nothing to read. Many releases print errors on standard output. */
final class EsxiAnswer {
    /** Why there is no answer of a command that hangs, as esxcli does where the host's management agent does. */
    static final String TIMED_OUT = "it did not end in time";

    private static final int NOT_FOUND = 127;

    private EsxiAnswer() {}

    /** The output of a command that ended well; absent where there is no such program. */
    static Fact<ToolOutput> of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.CommandEnded ended -> {
                ToolOutput output = ToolOutput.of(ended);
                if (ended.succeeded()) {
                    yield Fact.known(output);
                }
                yield output.end().equals(new CommandEnd.Exited(NOT_FOUND))
                        ? Fact.absent()
                        : Fact.unreadable(why(output));
            }
            case Outcome.OperationFailed failed ->
                failed.errno().equals("ENOENT") ? Fact.absent() : Fact.unreadable(failed.message());
            default -> Fact.unreadable("unexpected answer");
        };
    }

    /** All that was said on both streams in one line, else how the command ended. */
    static String why(ToolOutput output) {
        if (output.end() instanceof CommandEnd.TimedOut) {
            return TIMED_OUT;
        }
        String said = Stream.of(output.stdout(), output.stderr())
                .flatMap(String::lines)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
        if (!said.isEmpty()) {
            return said;
        }
        return switch (output.end()) {
            case CommandEnd.Exited exited -> "it ended with status " + exited.status();
            case CommandEnd.Signalled signalled -> "it was ended by signal " + signalled.signal();
            case CommandEnd.TimedOut ignored -> TIMED_OUT;
        };
    }

    /** All lines, the last one too where it was not ended. */
    static List<String> lines(ToolOutput output) {
        return output.stdout().lines().toList();
    }
}
