package dev.ibplay.plan;

import dev.ibplay.exec.Operation;
import java.time.Duration;
import java.util.List;

/** One thing that apply does. */
public sealed interface Step {
    /** The host that it is done on or asked from. */
    String host();

    /** What it is, as a person reads it in the plan. */
    String what();

    /**
     * Looks again at what the change rests on, then makes it. The operations stop at the first one that fails; then the
     * undo runs.
     */
    record Act(String host, String what, List<Fingerprint> restsOn, List<Operation> operations, List<Operation> undo)
            implements Step {
        public Act {
            restsOn = List.copyOf(restsOn);
            operations = List.copyOf(operations);
            undo = List.copyOf(undo);
        }
    }

    /**
     * Asks until all answers are as expected and stay so.
     *
     * @param stable how long they must stay so
     * @param limit after which the step has failed
     */
    record Await(String host, String what, List<Awaited> answers, Duration stable, Duration limit) implements Step {
        public Await {
            answers = List.copyOf(answers);
        }
    }

    /** One query, and what its answer must say; {@code subject} begins the sentence when it does not. */
    record Awaited(String subject, Operation query, Expectation expectation) {}
}
