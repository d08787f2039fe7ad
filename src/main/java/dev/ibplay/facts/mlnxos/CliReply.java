package dev.ibplay.facts.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.facts.Fact;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** What a line of a switch's command line was answered with. */
final class CliReply {
    /** Some questions wait for the subnet manager. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Pattern UNRECOGNIZED = Pattern.compile("(?is)\\s*%\\s*unrecognized command.*");

    private CliReply() {}

    static Operation question(String line) {
        return RunCommand.of(LIMIT, line);
    }

    /** The lines; unreadable with the switch's own words when it refused. */
    static Fact<List<String>> lines(Outcome outcome) {
        return switch (outcome) {
            case CommandEnded ended -> lines(ended);
            case Outcome.OperationFailed failed -> Fact.unreadable(failed.message());
            default -> Fact.unreadable("the switch's answer is of another kind");
        };
    }

    private static Fact<List<String>> lines(CommandEnded ended) {
        if (ended.succeeded()) {
            return Fact.known(ended.stdout().lossyText().lines().toList());
        }
        String said = ended.stderr().lossyText().lines().findFirst().orElse("").strip();
        return Fact.unreadable(said.isEmpty() ? "the switch has not answered in time" : said);
    }

    /**
     * Whether the switch does not know such a command. Only to be believed of a session in enable mode: operators are told the same of
     * commands that are hidden from them.
     */
    static boolean isUnrecognized(Outcome outcome) {
        return outcome instanceof CommandEnded ended
                && UNRECOGNIZED.matcher(ended.stderr().lossyText()).matches();
    }
}
