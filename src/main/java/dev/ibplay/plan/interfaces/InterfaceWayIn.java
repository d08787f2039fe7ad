package dev.ibplay.plan.interfaces;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.plan.PlanDraft;
import java.time.Duration;
import java.util.Optional;

/** Watches for changes of what the controller's own connections depend on. */
public final class InterfaceWayIn {
    private final PlanDraft draft;

    public InterfaceWayIn(PlanDraft draft) {
        this.draft = draft;
    }

    /**
     * Whether an interface may be changed: only under a guard where the way in runs over it. The plan says so.
     *
     * @param window of the guard; empty for none
     */
    public boolean allows(HostFacts host, String name, Span askedBy, Optional<Duration> window) {
        if (window.isEmpty() && host.network().route() instanceof Fact.Unreadable<ManagementRoute> unknown) {
            draft.warn(
                    Code.WAY_IN,
                    host.host(),
                    askedBy,
                    "whether the way to this host runs over %s could not be read: %s"
                            .formatted(name, unknown.because()),
                    "leave \"confirm: none\" out: the host then takes the change back if it cuts the connection");
        }
        Optional<ManagementRoute> route = host.wayInOver(name);
        if (route.isEmpty()) {
            return true;
        }
        String way = "the way to this host runs over %s (it answers %s through it)"
                .formatted(name, route.get().peer());
        if (window.isEmpty()) {
            draft.refuse(
                    Code.WAY_IN,
                    host.host(),
                    askedBy,
                    way + ", and \"confirm: none\" leaves no way back",
                    "leave confirm out: the host then takes the change back if it cuts the connection");
            return false;
        }
        draft.warn(
                Code.WAY_IN,
                host.host(),
                askedBy,
                "%s; if the change cuts it, the host takes it back after %d s"
                        .formatted(way, window.get().toSeconds()));
        return true;
    }
}
