package dev.ibplay.gather;

import java.util.Set;

/**
 * What to look at on a host, beside ports and interfaces, which always are.
 *
 * @param opensm its files and processes
 * @param ipoib links, network stacks and their files
 * @param modules kernel modules, as a playbook names them
 */
public record FactsWanted(boolean opensm, boolean ipoib, Set<String> modules) {
    /** All but kernel modules, which are only looked at by name. */
    public static final FactsWanted ALL = new FactsWanted(true, true, Set.of());

    public FactsWanted {
        modules = Set.copyOf(modules);
    }

    /** Whether something may be changed that the way to the host depends on. */
    boolean route() {
        return opensm || ipoib || !modules.isEmpty();
    }
}
