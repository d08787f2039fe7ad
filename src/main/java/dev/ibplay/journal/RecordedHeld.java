package dev.ibplay.journal;

import dev.ibplay.plan.Held;

/** What waits for a reboot or a reload of a driver, as the journal keeps it. */
public record RecordedHeld(String host, String resource, String until) {
    static RecordedHeld of(Held held) {
        return new RecordedHeld(held.host(), held.resource(), held.until());
    }
}
