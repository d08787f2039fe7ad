package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The bonds of a host. */
final class Bonds {
    private final IpoibKernel kernel;
    private final Map<String, Bond> byName = new ConcurrentSkipListMap<>();

    Bonds(IpoibKernel kernel) {
        this.kernel = kernel;
    }

    /** Makes one, or gives the one that is there (bonding_masters, {@code ip link add type bond}). */
    Bond make(String name) throws Errno {
        if (kernel.device(name).isPresent()) {
            throw new Errno("EEXIST", name);
        }
        return byName.computeIfAbsent(name, n -> new Bond(kernel, n, kernel.newIndex()));
    }

    List<Bond> all() {
        return List.copyOf(byName.values());
    }

    Optional<Bond> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The bond that an interface is part of. */
    Optional<Bond> of(String slave) {
        return byName.values().stream()
                .filter(bond -> bond.slaves().stream().anyMatch(s -> s.name().equals(slave)))
                .findFirst();
    }

    /** Lets an interface go that is no more. */
    void release(String slave) {
        byName.values().forEach(bond -> bond.release(slave));
    }

    void clear() {
        byName.clear();
    }
}
