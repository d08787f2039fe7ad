package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.IpoibSelector;
import dev.ibplay.resource.IpoibInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the interface of a host that a playbook means: by its name, or by what it is. */
final class InterfaceChoice {
    private final PlanDraft draft;

    InterfaceChoice(PlanDraft draft) {
        this.draft = draft;
    }

    /** The one interface; without one the plan is refused, with the candidates. */
    Optional<IpoibObserved> choose(HostFacts host, IpoibInterface wanted) {
        if (!wanted.selector().isByName()) {
            return bySelector(host, wanted);
        }
        Optional<BondObserved> bond = host.network().links().bond(wanted.name());
        List<IpoibObserved> slaves = BondChoice.slaves(host, wanted.name());
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

    private Optional<IpoibObserved> bySelector(HostFacts host, IpoibInterface wanted) {
        List<String> names = new ArrayList<>();
        String because = "";
        for (IpoibSelector selector : selectors(wanted)) {
            switch (host.select(selector)) {
                case IpoibSelector.Selection.Found found -> names.add(found.name());
                case IpoibSelector.Selection.NotOne none -> because = none.because();
            }
        }
        if (names.size() != 1) {
            draft.refuse(
                    Code.INTERFACE_AMBIGUOUS,
                    host.host(),
                    wanted.span(),
                    "%s does not mean exactly one interface (%s): %s"
                            .formatted(
                                    wanted.name(),
                                    wanted.selector().describe(),
                                    names.isEmpty() ? because : "it may be " + String.join(" or ", names)),
                    "say more of it, or use its name");
            return Optional.empty();
        }
        return host.ipoib(names.getFirst());
    }

    private static List<IpoibSelector> selectors(IpoibInterface wanted) {
        var pkey = wanted.selector().pkey().map(p -> p.value());
        var parent = wanted.selector().parent().map(p -> p.value());
        if (wanted.selector().ports().isEmpty()) {
            return List.of(new IpoibSelector(Optional.empty(), pkey, parent));
        }
        return wanted.selector().ports().stream()
                .map(port -> new IpoibSelector(Optional.of(port(port)), pkey, parent))
                .toList();
    }

    /** {@code mlx5_0/1}; the playbook's parser has seen to the form. */
    private static MadPort port(String text) {
        int slash = text.lastIndexOf('/');
        return new MadPort(text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
    }
}
