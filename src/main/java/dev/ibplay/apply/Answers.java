package dev.ibplay.apply;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds answers against what a step expects of them. */
final class Answers {
    private Answers() {}

    static List<Operation> queries(List<Step.Awaited> asked) {
        return asked.stream().map(Step.Awaited::query).toList();
    }

    /** What is wrong with the answers, all of it; nothing when they are as expected. */
    static Optional<String> complaint(List<Step.Awaited> asked, List<Outcome> outcomes) {
        List<String> complaints = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Step.Awaited awaited = asked.get(i);
            awaited.expectation()
                    .complaint(outcomes.get(i))
                    .ifPresent(text -> complaints.add(awaited.subject() + ": " + text));
        }
        return complaints.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", complaints));
    }

    /** The count that must rise, where one of the answers has such. */
    static OptionalLong activity(List<Step.Awaited> asked, List<Outcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            OptionalLong count = asked.get(i).expectation().activity(outcomes.get(i));
            if (count.isPresent()) {
                return count;
            }
        }
        return OptionalLong.empty();
    }
}
