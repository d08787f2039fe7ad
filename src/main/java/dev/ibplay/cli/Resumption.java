package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunState;
import dev.ibplay.plan.Redaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An apply that goes on with what a recorded one has left: its command line once more, with what is added to it. What is done
 * is found to be done, so that batches which are complete take no time, and the others have the hosts that they had.
 */
final class Resumption {
    static final String OPTION = "--resume";
    private static final String APPLY = "apply";

    private final Console console;
    private final RecordedRun run;

    private Resumption(Console console, RecordedRun run) {
        this.console = console;
        this.run = run;
    }

    /** Finds the run; says why it cannot be gone on with where that is so. */
    static Optional<Resumption> of(Console console, Map<String, String> environment, String word) {
        return new RunChoice(console, environment)
                .choose(word)
                .map(found -> new Resumption(console, found))
                .filter(Resumption::isPossible);
    }

    private boolean isPossible() {
        if (run.state() instanceof RunState.Running running) {
            return refuse(
                    "run %s is still at work (process %d)".formatted(run.name(), running.pid()),
                    "wait until it has ended, or end it");
        }
        if (run.began().isEmpty()) {
            return refuse("the journal of run %s does not say what it was for".formatted(run.name()), "run it again");
        }
        Optional<RunName> undone = invocation().undoes();
        if (undone.isPresent()) {
            return refuse(
                    "run %s was a rollback".formatted(run.name()),
                    "ibplay rollback " + undone.get() + " goes on with it");
        }
        Path here = Path.of("").toAbsolutePath();
        if (!Path.of(invocation().directory()).equals(here)) {
            return refuse(
                    "run %s was started in another folder, which its paths are relative to".formatted(run.name()),
                    "cd " + invocation().directory());
        }
        return true;
    }

    private boolean refuse(String why, String hint) {
        console.say("ibplay: " + why);
        console.say("  hint: " + hint);
        return false;
    }

    private JournalEvent.Invocation invocation() {
        return run.began().orElseThrow().invocation();
    }

    /** The run, or the one that it has gone on with itself. */
    RunName first() {
        return invocation().resumes().orElse(run.name());
    }

    /**
     * The words of the command line that goes on: the recorded ones and the new ones, which win. Nothing where a secret was left
     * out of the recorded ones and is not given again.
     */
    Optional<List<String>> words(List<String> given) {
        List<String> words = new ArrayList<>();
        List<String> recorded = invocation().commandLine();
        List<String> lost = new ArrayList<>();
        for (int i = 1; i < recorded.size(); i++) {
            String word = recorded.get(i);
            boolean isValueOfNext = i + 1 < recorded.size()
                    && (word.equals("-e") || word.equals("--extra-vars"))
                    && recorded.get(i + 1).contains(Redaction.HIDDEN);
            if (isValueOfNext) {
                i++;
                lost.add(recorded.get(i));
            } else if (word.contains(Redaction.HIDDEN)) {
                lost.add(word);
            } else {
                words.add(word);
            }
        }
        boolean isGivenAgain =
                given.stream().anyMatch(word -> word.startsWith("-e") || word.startsWith("--extra-vars"));
        if (!lost.isEmpty() && !isGivenAgain) {
            refuse(
                    "the command line of run %s held what is not recorded: %s"
                            .formatted(run.name(), String.join(" ", lost)),
                    "give it again behind " + OPTION + ", for example with -e @FILE");
            return Optional.empty();
        }
        words.addAll(withoutOption(given));
        return Optional.of(words);
    }

    private static List<String> withoutOption(List<String> given) {
        List<String> words = new ArrayList<>();
        for (int i = given.getFirst().equals(APPLY) ? 1 : 0; i < given.size(); i++) {
            if (given.get(i).equals(OPTION)) {
                i++;
            } else if (!given.get(i).startsWith(OPTION + "=")) {
                words.add(given.get(i));
            }
        }
        return words;
    }

    /** As it is recorded of the run that goes on. */
    static List<String> recorded(List<String> words) {
        List<String> all = new ArrayList<>(List.of(APPLY));
        all.addAll(words);
        return all;
    }

    /** Says which files are not what they were. */
    void sayWhatHasChanged(List<JournalEvent.Input> now) {
        Map<String, String> found = new HashMap<>();
        now.forEach(input -> found.put(input.path(), input.sha256()));
        List<String> changed = invocation().inputs().stream()
                .filter(input -> !input.sha256().equals(found.getOrDefault(input.path(), input.sha256())))
                .map(JournalEvent.Input::path)
                .toList();
        if (!changed.isEmpty()) {
            console.show(Diagnostic.warning(
                            Code.INPUT_CHANGED,
                            new Location.Run(),
                            "since run %s these files have changed: %s"
                                    .formatted(run.name(), String.join(", ", changed)))
                    .withHint("the plan is made of them as they are now"));
        }
    }
}
