package dev.ibplay.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a plan needs to know of the run that it belongs to.
 *
 * @param run the run's name, one word; folders on the hosts are called by it
 * @param owner who runs it and where, for people
 * @param windows by the play's number: how long a guard waits for its confirmation; empty where the play wants none
 * @param allowRemoval whether ports may lose P_Keys or full membership
 */
public record PlanSettings(String run, String owner, List<Optional<Duration>> windows, boolean allowRemoval) {
    public PlanSettings {
        windows = List.copyOf(windows);
    }

    public Optional<Duration> window(int play) {
        return windows.get(play);
    }
}
