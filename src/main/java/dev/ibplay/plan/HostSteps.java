package dev.ibplay.plan;

import java.util.List;

/** The steps of one host that belong to one play; batches of hosts run them. */
public record HostSteps(int play, String host, List<Step> steps) {
    public HostSteps {
        steps = List.copyOf(steps);
    }
}
