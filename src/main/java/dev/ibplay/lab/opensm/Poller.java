package dev.ibplay.lab.opensm;

import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.SubnetManager;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Asks another subnet manager for its state again and again, until it has not answered as expected for too long
 * (osm_sm_state_mgr.c: osm_sm_state_mgr_polling_callback).
 */
final class Poller {
    private final OpensmProcess process;
    private Optional<LabPort> polled = Optional.empty();
    private Predicate<SubnetManager> isAlive = manager -> true;
    private int retries;
    private long round;

    Poller(OpensmProcess process) {
        this.process = process;
    }

    /** What of the options counts, read anew each time. */
    interface Limits {
        Duration timeout();

        long retryNumber();

        /** The other one is taken for gone. */
        void lost();
    }

    Optional<LabPort> polled() {
        return polled;
    }

    /** Begins with the one at a port; what was polled before is not any more. */
    void start(LabPort port, Predicate<SubnetManager> alive, Limits limits) {
        polled = Optional.of(port);
        isAlive = alive;
        retries = 0;
        round++;
        ask();
        next(limits, round);
    }

    void stop() {
        polled = Optional.empty();
        round++;
    }

    private void next(Limits limits, long thisRound) {
        process.after(limits.timeout(), () -> {
            if (thisRound == round) {
                tick(limits);
            }
        });
    }

    private void tick(Limits limits) {
        if (retries > limits.retryNumber()) {
            stop();
            limits.lost();
            return;
        }
        retries++;
        ask();
        next(limits, round);
    }

    private void ask() {
        polled.flatMap(port -> process.fabric().managerAt(process.port(), port))
                .filter(manager -> process.fabric().passesForManagers())
                .filter(isAlive)
                .ifPresent(manager -> retries = 0);
    }
}
