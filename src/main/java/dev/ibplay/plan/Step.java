package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
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
     * A change that the host undoes by itself unless it is confirmed: files are prepared and the guard is armed, running values
     * are set, the answers are asked over a new connection, then the guard gives the files their names.
     *
     * @param prepare what must be done before, and does no harm by itself: folders, copies of old files
     * @param guard the guard's folder on the host
     * @param record what a later run is to find there
     * @param commit replacements and removals of files
     * @param set running values, in order
     * @param undo what brings the old running values back
     * @param answers what must be so before the change is confirmed
     * @param window for which the guard waits after each sign of life
     */
    record Guarded(
            String host,
            String what,
            List<Fingerprint> restsOn,
            List<Operation> prepare,
            String guard,
            Bytes record,
            List<Operation> commit,
            List<Operation> set,
            List<Operation> undo,
            List<Awaited> answers,
            Duration window)
            implements Step {
        public Guarded {
            restsOn = List.copyOf(restsOn);
            prepare = List.copyOf(prepare);
            commit = List.copyOf(commit);
            set = List.copyOf(set);
            undo = List.copyOf(undo);
            answers = List.copyOf(answers);
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
