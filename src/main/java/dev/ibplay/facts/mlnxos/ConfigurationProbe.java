package dev.ibplay.facts.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Probe;
import java.util.List;

/**
 * Asks for the running and the saved configuration.
 *
 * @param filtered whether only lines about InfiniBand are sent; old releases cannot do that, and send secrets along
 */
public record ConfigurationProbe(boolean filtered) implements Probe<Configurations> {
    private static final String FILTER = " | include ib";

    @Override
    public List<Operation> operations() {
        String filter = filtered ? FILTER : "";
        return List.of(
                CliReply.question("show running-config" + filter), CliReply.question("show configuration" + filter));
    }

    @Override
    public Configurations parse(List<Outcome> outcomes) {
        return Configurations.of(CliReply.lines(outcomes.getFirst()), CliReply.lines(outcomes.get(1)));
    }
}
