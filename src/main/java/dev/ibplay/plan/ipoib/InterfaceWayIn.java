package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.plan.PlanDraft;
import java.time.Duration;
import java.util.Optional;

/** Watches for changes of what the controller's own connections depend on. */
final class InterfaceWayIn {
    private final PlanDraft draft;

    InterfaceWayIn(PlanDraft draft) {
        this.draft = draft;
    }

    /** Whether an interface may be changed: only under a guard where the way in runs over it. The plan says so. */
    boolean allows(ChosenInterface chosen, Optional<Duration> window) {
        if (window.isEmpty() && chosen.facts().network().route() instanceof Fact.Unreadable<ManagementRoute> unknown) {
            draft.warn(
                    Code.WAY_IN,
                    chosen.host(),
                    chosen.wanted().span(),
                    "whether the way to this host runs over %s could not be read: %s"
                            .formatted(chosen.name(), unknown.because()),
                    "leave \"confirm: none\" out: the host then takes the change back if it cuts the connection");
        }
        Optional<ManagementRoute> route = chosen.facts().wayInOver(chosen.name());
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
