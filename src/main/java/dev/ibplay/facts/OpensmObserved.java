package dev.ibplay.facts;

import java.util.List;

/**
 * OpenSM on a host.
 *
 * @param instances those that run, and those that are set up to run
 */
public record OpensmObserved(OpensmLauncher launcher, List<OpensmInstance> instances) {
    public OpensmObserved {
        instances = List.copyOf(instances);
    }
}
