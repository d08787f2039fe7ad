package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.IpoibInterface;
import java.util.List;
import java.util.Optional;

/**
 * An interface of a host that a playbook describes, and what it is to be.
 *
 * @param mtu in bytes, with {@code group} worked out
 */
record ChosenInterface(HostFacts facts, IpoibInterface wanted, IpoibObserved now, Optional<Located<Integer>> mtu) {
    String host() {
        return facts.host();
    }

    /** The kernel's name of it. */
    String name() {
        return now.name();
    }

    /** The interfaces that have a mode: itself, or of a bond its slaves. */
    List<IpoibObserved> parts() {
        List<IpoibObserved> slaves = facts.slaves(name());
        return slaves.isEmpty() ? List.of(now) : slaves;
    }

    boolean isBond() {
        return !facts.slaves(name()).isEmpty();
    }

    /** How many interfaces lie below: children have no children, and a bond may be made of children. */
    int depth() {
        boolean isChild =
                facts.network().links().link(name()).flatMap(IpoibLink::parent).isPresent();
        if (isBond()) {
            return 2;
        }
        return isChild ? 1 : 0;
    }

    PKey partition() {
        return now.partition();
    }

    /** The mode that it is to have, where that is another one. */
    Optional<IpoibMode> newMode() {
        return wanted.mode()
                .map(Located::value)
                .filter(mode -> !now.mode().ifKnown().equals(Optional.of(mode)));
    }

    /** The MTU that it is to have, where that is another one. */
    Optional<Integer> newMtu() {
        return mtu.map(Located::value).filter(bytes -> !now.mtu().ifKnown().equals(Optional.of(bytes)));
    }

    /** The mode after the change; datagram where nothing is known, as the kernel begins with it. */
    IpoibMode comingMode() {
        return wanted.mode().map(Located::value).or(() -> now.mode().ifKnown()).orElse(IpoibMode.DATAGRAM);
    }

    String mtuNow() {
        return now.mtu().ifKnown().map(Object::toString).orElse("unreadable");
    }

    String modeNow() {
        return now.mode().ifKnown().map(IpoibMode::word).orElse("unreadable");
    }

    /** The place in the playbook that wants an attribute so. */
    Span askedBy(String attribute) {
        if (attribute.equals("state")) {
            return ChildRemoval.askedBy(wanted);
        }
        return (attribute.equals("mtu")
                        ? wanted.mtu().<Span>map(Located::span)
                        : wanted.mode().<Span>map(Located::span))
                .orElse(wanted.span());
    }
}
