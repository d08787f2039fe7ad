package dev.ibplay.cli;

import dev.ibplay.journal.RunEvent;
import dev.ibplay.report.RolloutText;
import dev.ibplay.report.RunProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells how a run goes on: on a terminal by lines that are drawn over, elsewhere by a line now and then. What has happened is
 * said as it happens; steps of many hosts only where all is wanted.
 */
final class Progress implements AutoCloseable {
    private static final Duration REDRAWN = Duration.ofMillis(200);
    /** Of a log, where nothing else was said for so long. */
    private static final Duration SAID = Duration.ofSeconds(30);

    private static final Duration MEASURED = Duration.ofSeconds(5);
    /** Up to so many hosts each step is said. */
    private static final int FEW = 20;

    private final Console console;
    private final boolean verbose;
    private final RunProgress state = new RunProgress();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    private int hosts;
    private boolean isInBatch;
    private boolean isClosed;
    /** Of the timer's thread alone. */
    private int width;

    private long measured;
    private long said = System.nanoTime();

    Progress(Console console, boolean verbose) {
        this.console = console;
        this.verbose = verbose;
    }

    /** Begins to draw, or to tell of long waits. */
    void begin() {
        Duration period = console.terminal().isPresent() ? REDRAWN : Duration.ofSeconds(1);
        var unused =
                timer.scheduleWithFixedDelay(this::tick, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Says what happens as it happens. */
    synchronized void on(RunEvent event) {
        state.on(event, System.nanoTime());
        switch (event) {
            case RunEvent.PhaseBegan phase -> {
                hosts = phase.hosts();
                say(phase.phase() + ": " + RolloutText.hosts(phase.hosts()));
            }
            case RunEvent.HostBegan ignored -> {}
            case RunEvent.HostDone ignored -> {}
            case RunEvent.StepBegan step -> {
                if (verbose) {
                    say(step.host() + ": " + step.what() + " ...");
                }
            }
            case RunEvent.StepEnded step -> {
                // The fabric's own steps have no batch that is told of.
                if (verbose || hosts <= FEW || !isInBatch) {
                    say(step.host() + ": " + step.what() + ": " + step.result());
                }
            }
            case RunEvent.BatchBegan batch -> {
                isInBatch = true;
                if (batch.of() > 1) {
                    say("batch %d of %d of \"%s\": %s"
                            .formatted(
                                    batch.number(),
                                    batch.of(),
                                    batch.play(),
                                    RolloutText.hosts(batch.hosts().size())));
                }
            }
            case RunEvent.BatchEnded ignored -> isInBatch = false;
            case RunEvent.HostVerified verified -> {
                if (verbose) {
                    say(verified.host() + ": verified");
                }
            }
            case RunEvent.CommandBegan command -> {
                if (verbose || hosts <= FEW) {
                    say("%s: %s: `%s` on %s ..."
                            .formatted(command.host(), command.when(), command.what(), command.on()));
                }
            }
            case RunEvent.CommandEnded command -> {
                if (verbose || hosts <= FEW || !command.result().equals("ok")) {
                    say("%s: %s: `%s`: %s".formatted(command.host(), command.when(), command.what(), command.result()));
                }
            }
            case RunEvent.Interrupted ignored -> {} // said as the signal came
            case RunEvent.HostFailed failed -> console.show(failed.diagnostic());
            case RunEvent.Stopped stopped -> say("stopped: " + stopped.because());
        }
    }

    private void say(String line) {
        said = System.nanoTime();
        console.say(line);
    }

    private void tick() {
        long now = System.nanoTime();
        Optional<Terminal> terminal = console.terminal();
        if (terminal.isPresent() && (width == 0 || now - measured > MEASURED.toNanos())) {
            width = terminal.get().width();
            measured = now;
        }
        tell(terminal.isPresent(), now);
    }

    private synchronized void tell(boolean isDrawn, long now) {
        if (isClosed) {
            return;
        }
        if (isDrawn) {
            console.draw(state.lines(now, width));
        } else if (now - said > SAID.toNanos()) {
            state.line(now).ifPresent(this::say);
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        timer.shutdownNow();
        if (console.terminal().isPresent()) {
            console.draw(List.of());
        }
    }
}
