package dev.ibplay.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hosts that a change waits for.
 *
 * @param reboots those whose driver starts with other options then
 * @param unread those of which nobody knows whether their interfaces are still above what is to come
 */
public record Waiting(Set<String> reboots, Set<String> unread) {
    public Waiting {
        reboots = Set.copyOf(reboots);
        unread = Set.copyOf(unread);
    }

    public static Waiting forReboots(Set<String> hosts) {
        return new Waiting(hosts, Set.of());
    }

    public static Waiting forReading(Set<String> hosts) {
        return new Waiting(Set.of(), hosts);
    }

    /** For all that either waits for. */
    public Waiting and(Waiting other) {
        Set<String> allReboots = new TreeSet<>(reboots);
        allReboots.addAll(other.reboots);
        Set<String> allUnread = new TreeSet<>(unread);
        allUnread.addAll(other.unread);
        return new Waiting(allReboots, allUnread);
    }

    /** As the end of a sentence ({@link Held}). */
    public String until() {
        List<String> parts = new ArrayList<>();
        if (!reboots.isEmpty()) {
            parts.add("until these have rebooted: " + String.join(", ", new TreeSet<>(reboots)));
        }
        if (!unread.isEmpty()) {
            parts.add("until these can be read: " + String.join(", ", new TreeSet<>(unread)));
        }
        return String.join(", and ", parts);
    }
}
