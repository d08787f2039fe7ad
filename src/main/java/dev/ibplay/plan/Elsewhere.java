package dev.ibplay.plan;

import dev.ibplay.ib.PortGuid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the plan of a fabric has to know of a job's hosts beyond what it changes on them. Controllers that share a job
 * tell each other, so that all of them plan the fabric as one controller of all these hosts would.
 *
 * @param unread hosts that could not be read and whose interfaces may be above what a group is to be lowered to
 * @param used ports of hosts whose interfaces plays describe
 * @param waiting ports whose driver waits for new options, with their host
 */
public record Elsewhere(Set<String> unread, Set<PortGuid> used, Map<PortGuid, String> waiting) {
    public static final Elsewhere NOTHING = new Elsewhere(Set.of(), Set.of(), Map.of());

    public Elsewhere {
        unread = Set.copyOf(unread);
        used = Set.copyOf(used);
        waiting = Map.copyOf(waiting);
    }

    /** What both know. */
    public Elsewhere and(Elsewhere other) {
        Set<String> allUnread = new HashSet<>(unread);
        allUnread.addAll(other.unread);
        Set<PortGuid> allUsed = new HashSet<>(used);
        allUsed.addAll(other.used);
        Map<PortGuid, String> allWaiting = new HashMap<>(waiting);
        allWaiting.putAll(other.waiting);
        return new Elsewhere(allUnread, allUsed, allWaiting);
    }
}
