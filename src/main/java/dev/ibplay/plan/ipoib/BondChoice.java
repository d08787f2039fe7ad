package dev.ibplay.plan.ipoib;

import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.resource.IpoibInterface;
import java.util.List;
import java.util.Optional;

/** A bond of IPoIB interfaces as one interface: the mode is that of its slaves, the MTU its own. */
final class BondChoice {
    private BondChoice() {}

    /** What the bond is like; where its slaves' modes differ, one that is not the wanted one. */
    static IpoibObserved observed(BondObserved bond, List<IpoibObserved> slaves, IpoibInterface wanted) {
        Optional<IpoibMode> mode = wanted.mode().map(m -> m.value());
        Fact<IpoibMode> found = slaves.stream()
                .map(IpoibObserved::mode)
                .filter(m -> !m.ifKnown().equals(mode))
                .findFirst()
                .orElse(slaves.getFirst().mode());
        return new IpoibObserved(
                bond.name(),
                bond.mtu(),
                found,
                slaves.getFirst().pkey(),
                slaves.stream().anyMatch(IpoibObserved::carrier));
    }
}
