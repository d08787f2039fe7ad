package dev.ibplay.facts;

import java.util.List;

/**
 * OpenSM on a host.
 *
 * @param instances those that run, and those that are set up to run
 * @param version as the program prints it, for example {@code 3.3.23} or {@code 5.21.0.MLNX20240627.a5ad32b}
 * @param doubts what cannot be as anybody wants it, or could not be told, for people
 */
public record OpensmObserved(
        OpensmLauncher launcher, List<OpensmInstance> instances, Fact<String> version, List<String> doubts) {
    public OpensmObserved {
        instances = List.copyOf(instances);
        doubts = List.copyOf(doubts);
    }

    /** Of which the version was not asked. */
    public OpensmObserved(OpensmLauncher launcher, List<OpensmInstance> instances) {
        this(launcher, instances, Fact.unreadable("not asked"), List.of());
    }
}
