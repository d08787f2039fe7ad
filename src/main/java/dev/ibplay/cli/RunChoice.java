package dev.ibplay.cli;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.disk.RunHistory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the recorded run that a word of the command line means, or says why there is not exactly one. */
final class RunChoice {
    /** What may stand for a run. */
    static final String DESCRIPTION = "A run's name, the beginning of one, or \"last\".";

    private static final int NAMES_TO_SHOW = 5;

    private final Console console;
    private final Map<String, String> environment;

    RunChoice(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    Optional<RecordedRun> choose(String run) {
        try {
            RunHistory history = Recording.history(environment);
            List<RunName> names = history.named(run);
            if (names.size() == 1) {
                return Optional.of(history.read(names.getFirst()));
            }
            sayUnclear(run, names);
        } catch (IOException unreadable) {
            console.say("ibplay: cannot read the recorded runs: " + unreadable);
        }
        return Optional.empty();
    }

    private void sayUnclear(String run, List<RunName> names) {
        if (names.isEmpty()) {
            console.say("ibplay: there is no run " + run + " in "
                    + Recording.folder(environment).path());
            console.say("  hint: ibplay runs lists them");
        } else {
            console.say("ibplay: %s may be any of %d runs: %s%s"
                    .formatted(
                            run,
                            names.size(),
                            names.stream()
                                    .limit(NAMES_TO_SHOW)
                                    .map(RunName::text)
                                    .collect(Collectors.joining(", ")),
                            names.size() > NAMES_TO_SHOW ? ", ..." : ""));
        }
    }
}
