package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;

/**
 * A host whose OpenSM the playbook manages, with all that is known of it.
 *
 * @param port the port that its OpenSM runs on, or would
 * @param info what a query of that port says; empty where no subnet manager answers there
 */
public record SubnetManagerHost(
        String host,
        boolean changeable,
        SubnetManager wanted,
        OpensmLauncher launcher,
        OpensmInstance opensm,
        OpensmFiles files,
        FabricFacts fabric,
        PortGuid port,
        Optional<SmInfo> info) {

    Optional<OpensmProcess> process() {
        return opensm.process();
    }

    /** The priority that it will have when the plan is done: the desired one if it may be set, else what it has. */
    Optional<Integer> comingPriority() {
        return wanted.priority().filter(p -> changeable).map(Located::value).or(() -> info.map(SmInfo::priority));
    }

    /** Whether its priority goes down; such changes come first, so that no two managers contend for the top. */
    boolean isLowered() {
        return info.isPresent()
                && wanted.priority().map(p -> p.value() < info.get().priority()).orElse(false);
    }

    boolean isMaster() {
        return fabric.masters().equals(List.of(port));
    }
}
