package dev.ibplay.plan.windows;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.resource.IpoibInterface;
import java.util.Optional;

/**
 * An IPoIB connection that a play describes, with what it is now.
 *
 * @param now its MTU in use (NlMtu), in bytes
 * @param mtu in bytes
 */
record WindowsLink(
        int play,
        HostFacts host,
        IpoibInterface wanted,
        IpoibObserved found,
        WindowsAdapterObserved adapter,
        int now,
        Located<Integer> mtu,
        boolean changeable) {
    String name() {
        return adapter.name();
    }

    String key() {
        return wanted.key();
    }

    Span askedBy() {
        return mtu.span();
    }

    Optional<Integer> codePage() {
        return host.windows().map(WindowsObserved::codePage).flatMap(Fact::ifKnown);
    }

    boolean grows() {
        return mtu.value() > now;
    }

    /**
     * The registry's keyword where the driver has to be told more before IP can use it. One that is below what IP uses already is
     * counted in another way, and says nothing.
     */
    Optional<DriverMtu> smallDriver() {
        return adapter.driver()
                .filter(driver -> grows()
                        && driver.value()
                                .ifKnown()
                                .filter(bytes -> bytes < mtu.value() && bytes >= now)
                                .isPresent());
    }

    /** Whether the next start of the host brings another MTU than the wanted one, as far as that is known. */
    boolean isKeptOtherwise() {
        return wanted.isPersistent()
                && !(adapter.keptMtu() instanceof Fact.Unreadable<Integer>)
                && !adapter.keptMtu().ifKnown().equals(Optional.of(mtu.value()));
    }
}
