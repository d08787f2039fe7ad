package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/** A host's IPoIB links, and the bonds of the host, with or without IPoIB in them. */
public record LinksObserved(List<IpoibLink> ipoib, List<BondObserved> bonds) {
    public static final LinksObserved NONE = new LinksObserved(List.of(), List.of());

    public LinksObserved {
        ipoib = List.copyOf(ipoib);
        bonds = List.copyOf(bonds);
    }

    public Optional<IpoibLink> link(String name) {
        return ipoib.stream().filter(l -> l.name().equals(name)).findFirst();
    }

    public List<IpoibLink> children(String parent) {
        return ipoib.stream()
                .filter(l -> l.parent().filter(parent::equals).isPresent())
                .toList();
    }

    public Optional<BondObserved> bond(String name) {
        return bonds.stream().filter(b -> b.name().equals(name)).findFirst();
    }

    /** The bond that an interface is a slave of. */
    public Optional<BondObserved> bondOf(String slave) {
        return bonds.stream().filter(b -> b.slaves().contains(slave)).findFirst();
    }
}
