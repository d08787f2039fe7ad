package dev.ibplay.run;

import dev.ibplay.plan.Elsewhere;
import dev.ibplay.plan.Plan;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the controllers of one job do together. Each method that may wait gives why the run must not go on; nothing where it may.
 * Safe for use by several threads.
 */
public interface Together {
    /** A job of one controller. */
    Together ALONE = new Together() {
        @Override
        public Optional<String> exchange(Elsewhere own) {
            return Optional.empty();
        }

        @Override
        public Elsewhere known() {
            return Elsewhere.NOTHING;
        }

        @Override
        public Optional<String> agree(Plan job) {
            return Optional.empty();
        }

        @Override
        public boolean waitsForFabric() {
            return false;
        }

        @Override
        public Optional<String> lock(Supplier<Optional<String>> lock) {
            return Optional.empty();
        }

        @Override
        public Optional<String> fabric(Supplier<Optional<String>> work) {
            return work.get();
        }

        @Override
        public Optional<String> mayGoOn(boolean anyErrorsFatal) {
            return Optional.empty();
        }

        @Override
        public void stopped(String because, boolean anyErrorsFatal) {}

        @Override
        public void awaitOthers() {}
    };

    /** Tells the others what was found on hosts, and waits for what they have found. */
    Optional<String> exchange(Elsewhere own);

    /** What was found on the hosts of all. */
    Elsewhere known();

    /** Tells the others the plan of the whole job, as it is seen from here, and waits until all have the same one, and none refuses. */
    Optional<String> agree(Plan job);

    /** Whether subnet managers are changed in this job, by whomever: then hosts have their turns before and after that. */
    boolean waitsForFabric();

    /** Before the first change: takes the locks of fabrics where that is this run's part, and waits for them where it is another's. */
    Optional<String> lock(Supplier<Optional<String>> lock);

    /**
     * When all interfaces of this run that were to shrink have shrunk: changes the subnet managers where that is this run's part,
     * once the others are as far, and waits for that where it is another's.
     */
    Optional<String> fabric(Supplier<Optional<String>> work);

    /**
     * Asked before each batch and each host; does not wait.
     *
     * @param anyErrorsFatal whether the play says so; only then failures of others count
     */
    Optional<String> mayGoOn(boolean anyErrorsFatal);

    /**
     * This run has come to an early end.
     *
     * @param anyErrorsFatal whether that is by a play which says so, and so ends the others as well
     */
    void stopped(String because, boolean anyErrorsFatal);

    /** Waits until all that rests on the locks of this run has ended. */
    void awaitOthers();
}
