package dev.ibplay.run;

import dev.ibplay.journal.RunEvent;

/** Hears what happens in a run; called from many threads, one at a time. */
@FunctionalInterface
public interface RunListener {
    void on(RunEvent event);
}
