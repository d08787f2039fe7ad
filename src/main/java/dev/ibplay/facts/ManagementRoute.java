package dev.ibplay.facts;

import java.util.List;

/**
 * The way back from a host to where the login came from: the controller, or the last jump host.
 *
 * @param peer address of that, as the SSH server saw it
 * @param interfaceName over which the host sends to it
 * @param below what that interface lies on, nearest first: slaves of a bond, ports of a bridge, the parent of a child
 */
public record ManagementRoute(String peer, String interfaceName, List<String> below) {
    public ManagementRoute {
        below = List.copyOf(below);
    }

    /** Whether the way may run over an interface; of a bond that is any of its slaves. */
    public boolean runsOver(String name) {
        return interfaceName.equals(name) || below.contains(name);
    }
}
