package dev.ibplay.gather;

import java.util.Set;

/**
 * What to look at on a host, beside ports and interfaces, which always are.
 *
 * @param opensm its files and processes
 * @param ipoib links, network stacks and their files
 * @param modules kernel modules, as a playbook names them
 * @param route the way that the session came, which what is changed may depend on
 */
public record FactsWanted(boolean opensm, boolean ipoib, Set<String> modules, boolean route) {
    /** All but kernel modules, which are only looked at by name. */
    public static final FactsWanted ALL = new FactsWanted(true, true, Set.of());

    /** All that a playbook may ask about, with the modules of InfiniBand adapters and of IPoIB. */
    public static final FactsWanted OF_ANY_PLAYBOOK = new FactsWanted(
            true, true, Set.of("mlx4_core", "mlx4_ib", "mlx4_en", "mlx5_core", "mlx5_ib", "ib_ipoib", "ib_core"));

    public FactsWanted {
        modules = Set.copyOf(modules);
    }

    /** With the route where something may be changed that the way to the host depends on. */
    public FactsWanted(boolean opensm, boolean ipoib, Set<String> modules) {
        this(opensm, ipoib, modules, opensm || ipoib || !modules.isEmpty());
    }

    /** The same of a session whose route is known. */
    public FactsWanted withoutRoute() {
        return new FactsWanted(opensm, ipoib, modules, false);
    }
}
