package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.IpoibSelector;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.IpoibInterface;
import java.util.List;
import java.util.Optional;

/** Finds the interface of a host that a playbook means: by its name, or by what it is. */
public final class InterfaceChoice {
    private final PlanDraft draft;

    public InterfaceChoice(PlanDraft draft) {
        this.draft = draft;
    }

    /** The one interface; without one the plan is refused, with the candidates. */
    Optional<IpoibObserved> choose(HostFacts host, IpoibInterface wanted) {
        if (!wanted.selector().isByName()) {
            return bySelector(host, wanted);
        }
        Optional<BondObserved> bond = host.network().links().bond(wanted.name());
        List<IpoibObserved> slaves = host.slaves(wanted.name());
        if (bond.isPresent() && !slaves.isEmpty()) {
            return Optional.of(BondChoice.observed(bond.get(), slaves, wanted));
        }
        Optional<IpoibObserved> found = host.ipoib(wanted.name());
        if (found.isEmpty()) {
            String names = String.join(
                    ", ", host.interfaces().stream().map(IpoibObserved::name).toList());
            draft.refuse(
                    Code.INTERFACE_MISSING,
                    host.host(),
                    wanted.span(),
                    bond.isPresent()
                            ? wanted.name() + " is a bond without an InfiniBand interface in it"
                            : "there is no IPoIB interface " + wanted.name(),
                    names.isEmpty() ? "the host has none; is ib_ipoib loaded?" : "its IPoIB interfaces are " + names);
        }
        return found;
    }

    /** The one that a selector means; the plan is refused where there is none, or more than one. */
    public Optional<IpoibObserved> bySelector(HostFacts host, IpoibInterface wanted) {
        return switch (host.select(selector(wanted))) {
            case IpoibSelector.Selection.Found found -> host.ipoib(found.name());
            case IpoibSelector.Selection.NotOne none -> {
                draft.refuse(
                        Code.INTERFACE_AMBIGUOUS,
                        host.host(),
                        wanted.span(),
                        "%s does not mean exactly one interface (%s): %s"
                                .formatted(wanted.name(), wanted.selector().describe(), none.because()),
                        "say more of it, or use its name");
                yield Optional.empty();
            }
        };
    }

    private static IpoibSelector selector(IpoibInterface wanted) {
        return new IpoibSelector(
                wanted.selector().ports().stream().map(InterfaceChoice::port).toList(),
                wanted.selector().pkey().map(p -> p.value()),
                wanted.selector().parent().map(p -> p.value()));
    }

    /** {@code mlx5_0/1}; the parsers of playbooks and inventories have seen to the form. */
    private static MadPort port(String text) {
        int slash = text.lastIndexOf('/');
        return new MadPort(text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
    }
}
