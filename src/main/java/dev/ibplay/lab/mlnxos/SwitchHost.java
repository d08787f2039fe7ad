package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Optional;

/**
 * What a managed switch of a lab is made of.
 *
 * @param name in the inventory
 * @param node of the fabric that it is
 * @param ports how many cables it has places for; its subnet manager runs on port 0
 * @param settings that it boots with
 * @param given what a twin has in place of them
 */
public record SwitchHost(
        String name, SwitchModel model, NodeGuid node, int ports, SwitchSettings settings, Optional<Given> given) {
    /** One that stands for no other, and is called as it calls itself. */
    public SwitchHost(SwitchModel model, NodeGuid node, int ports, SwitchSettings settings) {
        this(model.hostName(), model, node, ports, settings, Optional.empty());
    }

    /**
     * Configurations of the switch that a twin stands for, as lines that would be typed on a new one.
     *
     * @param saved what its next start brings
     * @param running what it goes by
     */
    public record Given(List<String> saved, List<String> running) {
        public Given {
            saved = List.copyOf(saved);
            running = List.copyOf(running);
        }
    }

    /** What MLNX-OS writes into the node description. */
    public String description() {
        return "MF0;%s:%s/U1".formatted(model.hostName(), model.chassis());
    }
}
