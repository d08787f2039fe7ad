package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.ManagementRoute;
import java.time.Duration;
import java.util.Optional;

/** Watches for changes of the interface that the controller's own connection depends on. */
final class WayIn {
    private final PlanDraft draft;

    WayIn(PlanDraft draft) {
        this.draft = draft;
    }

    /** The way back from a host to the controller, where it may run over this interface. */
    static Optional<ManagementRoute> over(HostFacts host, String interfaceName) {
        return host.network().route().ifKnown().filter(route -> route.runsOver(interfaceName));
    }

    /** Whether an interface may be changed: only under a guard where the way in runs over it. The plan says so. */
    boolean allows(ChosenInterface chosen, Optional<Duration> window) {
        Optional<ManagementRoute> route = over(chosen.facts(), chosen.name());
        if (route.isEmpty()) {
            return true;
        }
        String way = "the way to this host runs over %s (it answers %s through it)"
                .formatted(chosen.name(), route.get().peer());
        if (window.isEmpty()) {
            draft.refuse(
                    Code.WAY_IN,
                    chosen.host(),
                    chosen.wanted().span(),
                    way + ", and \"confirm: none\" leaves no way back",
                    "leave confirm out: the host then takes the change back if it cuts the connection");
            return false;
        }
        draft.warn(
                Code.WAY_IN,
                chosen.host(),
                chosen.wanted().span(),
                "%s; if the change cuts it, the host takes it back after %d s"
                        .formatted(way, window.get().toSeconds()));
        return true;
    }
}
