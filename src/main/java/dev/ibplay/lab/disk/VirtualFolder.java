package dev.ibplay.lab.disk;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * A folder of sysfs or procfs. It is asked whenever a path leads through it, so it must answer without waiting; and without
 * a lock that its owner holds while he changes the same disk.
 */
public non-sealed interface VirtualFolder extends Virtual {
    /** The names in it, in any order. */
    Collection<String> names();

    /** What one name stands for; empty when it is not there. */
    Optional<Virtual> entry(String name);

    /** A folder that never changes. */
    static VirtualFolder of(Map<String, ? extends Virtual> entries) {
        Map<String, Virtual> kept = Map.copyOf(entries);
        return new VirtualFolder() {
            @Override
            public Collection<String> names() {
                return kept.keySet();
            }

            @Override
            public Optional<Virtual> entry(String name) {
                return Optional.ofNullable(kept.get(name));
            }
        };
    }
}
