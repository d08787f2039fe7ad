package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import java.util.List;
import java.util.Optional;

/**
 * Which OpenSM of a host is meant.
 *
 * @param name how the playbook chooses it: a port or a fabric; empty where the host has only one
 * @param ports the adapter ports that it may run on, as {@code mlx5_0/1}
 */
public record SmInstance(Optional<Located<String>> name, List<String> ports) {
    /** The only one. */
    public static final SmInstance ONLY = new SmInstance(Optional.empty(), List.of());

    public SmInstance {
        ports = List.copyOf(ports);
    }

    public boolean isOnly() {
        return name.isEmpty();
    }
}
