package dev.ibplay.lab.mlnxos;

import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import dev.ibplay.lab.time.LabClock;
import java.util.Optional;

/**
 * A switch's subnet manager: whether its process is there. It takes its time to start, ends at once, and reads again what has
 * changed while it runs.
 */
final class EmbeddedSm {
    private final SwitchModel model;
    private final LabClock clock;
    private final SwitchChip chip;
    private final OpensmHost files;
    private boolean isUp;
    private Optional<SimulatedOpensm> process = Optional.empty();
    private Optional<LabClock.Timer> starting = Optional.empty();

    EmbeddedSm(SwitchModel model, LabClock clock, SwitchChip chip, OpensmHost files) {
        this.model = model;
        this.clock = clock;
        this.chip = chip;
        this.files = files;
    }

    synchronized boolean isUp() {
        return isUp;
    }

    /** It is wanted from now on. */
    synchronized void start() {
        if (!isUp && starting.isEmpty() && !model.has(Quirk.SM_NEVER_RUNS) && !model.has(Quirk.NO_LICENCE)) {
            starting = Optional.of(clock.after(model.smStart(), this::comeUp));
        }
    }

    private synchronized void comeUp() {
        if (starting.isPresent()) {
            starting = Optional.empty();
            isUp = true;
            process = chip.opensm(files);
            process.ifPresent(SimulatedOpensm::start);
        }
    }

    /** It is not wanted any more, or its switch goes down. */
    synchronized void stop() {
        starting.ifPresent(LabClock.Timer::cancel);
        starting = Optional.empty();
        isUp = false;
        process.ifPresent(SimulatedOpensm::kill);
        process = Optional.empty();
    }

    /** Priority or partitions have changed. */
    synchronized void readAgain() {
        process.ifPresent(SimulatedOpensm::hup);
    }

    /** A new process takes the place of the one that runs. */
    synchronized void renew() {
        if (isUp) {
            process.ifPresent(SimulatedOpensm::kill);
            process = chip.opensm(files);
            process.ifPresent(SimulatedOpensm::start);
        }
    }
}
