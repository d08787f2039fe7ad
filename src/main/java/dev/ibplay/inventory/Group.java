package dev.ibplay.inventory;

import dev.ibplay.diag.Span;
import java.util.List;

/**
 * A group of the inventory.
 *
 * @param depth the longest way down from {@code all}, which has 0
 * @param priority {@code ansible_group_priority}, 1 unless set: among groups of one depth the higher one wins
 * @param parents the groups that name it as a child, {@code all} included
 * @param children groups, in the order in which they were added
 * @param hosts its own hosts, without those of its children, in the order in which they were added
 */
public record Group(
        String name,
        int depth,
        int priority,
        List<String> parents,
        List<String> children,
        List<String> hosts,
        Span definedAt) {
    /** The group that every host and group is in. */
    public static final String ALL = "all";

    /** The group of the hosts that are in no other group. */
    public static final String UNGROUPED = "ungrouped";

    public Group {
        parents = List.copyOf(parents);
        children = List.copyOf(children);
        hosts = List.copyOf(hosts);
    }
}
