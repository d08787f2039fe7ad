package dev.ibplay.plan.mlnxos;

import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;

/** What of a play is left of a managed switch: its subnet manager. All else is not there, and nothing is without InfiniBand. */
public final class SwitchHosts {
    private final Observed observed;
    private final PlanDraft draft;

    public SwitchHosts(Observed observed, PlanDraft draft) {
        this.observed = observed;
        this.draft = draft;
    }

    /** The same hosts, where switches have only what they can be managed in; the rest is told of. */
    public List<DesiredHost> possible(List<DesiredHost> desired) {
        return desired.stream().map(this::possible).toList();
    }

    private DesiredHost possible(DesiredHost desired) {
        HostFacts facts = observed.hosts().get(desired.host());
        Optional<MlnxosObserved> its = facts == null ? Optional.empty() : facts.mlnxos();
        return its.map(found -> new DesiredHost(
                        desired.host(),
                        desired.changeable(),
                        desired.wanted().stream()
                                .filter(wanted -> isPossible(desired.host(), wanted, found))
                                .toList()))
                .orElse(desired);
    }

    private boolean isPossible(String host, DesiredHost.Wanted wanted, MlnxosObserved its) {
        Optional<String> refusal = its.refusal();
        if (refusal.isPresent()) {
            draft.notSupported(host, refusal.get());
            return false;
        }
        if (wanted.resource() instanceof SubnetManager) {
            return true;
        }
        draft.notSupported(
                host,
                "a managed switch has no %s: only its subnet manager is managed (opensm)"
                        .formatted(wanted.resource().key()));
        return false;
    }
}
