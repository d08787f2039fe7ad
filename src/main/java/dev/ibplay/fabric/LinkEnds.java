package dev.ibplay.fabric;

import dev.ibplay.ib.LinkRate;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortInfo;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A link with what both of its ends say. */
public record LinkEnds(FabricPort one, FabricPort other) {
    /** What packets may have now: the smaller NeighborMTU, which the subnet manager sets alike at both ends. */
    public Optional<Mtu> mtu() {
        return smaller(PortInfo::neighborMtu);
    }

    /** What the link could carry: the smaller MtuCap of the two (osm_link_mgr.c). */
    public Optional<Mtu> mtuCap() {
        return smaller(PortInfo::mtuCap);
    }

    /** Whether the subnet manager has set less than both ends can do. */
    public boolean isMtuBelowCap() {
        return mtu().flatMap(now -> mtuCap().map(cap -> now.compareTo(cap) < 0)).orElse(false);
    }

    /** Width and speed in use, by the first end; they are negotiated, thus the same at the other. */
    public Optional<LinkRate> rate() {
        return one.info().linkRate().or(() -> other.info().linkRate());
    }

    /** The widest that both ends can do. */
    public Optional<LinkWidth> bestWidth() {
        return best(info -> info.width().supported());
    }

    /** The fastest that both ends can do. */
    public Optional<LinkSpeed> bestSpeed() {
        return best(info -> info.speed().supported());
    }

    public boolean isNarrow() {
        return rate().flatMap(now -> bestWidth().map(best -> now.width().compareTo(best) < 0))
                .orElse(false);
    }

    public boolean isSlow() {
        return rate().flatMap(now -> bestSpeed().map(best -> now.speed().compareTo(best) < 0))
                .orElse(false);
    }

    /** Whether it is narrower or slower than both ends can do. */
    public boolean isBelowCapability() {
        return isNarrow() || isSlow();
    }

    private <T extends Comparable<T>> Optional<T> smaller(Function<PortInfo, Optional<T>> value) {
        return Stream.of(one, other)
                .flatMap(port -> value.apply(port.info()).stream())
                .min(Comparator.naturalOrder());
    }

    private <T extends Comparable<T>> Optional<T> best(Function<PortInfo, Set<T>> supported) {
        Set<T> others = supported.apply(other.info());
        return supported.apply(one.info()).stream().filter(others::contains).max(Comparator.naturalOrder());
    }
}
