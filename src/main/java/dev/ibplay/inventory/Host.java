package dev.ibplay.inventory;

import dev.ibplay.diag.Span;
import java.util.List;

/**
 * A host of the inventory.
 *
 * @param groups every group that it is in, directly or through a child group, without {@code all}; in the order in which
 *     their variables override each other: by depth, then {@code ansible_group_priority}, then name
 * @param definedAt where it was first named
 */
public record Host(String name, List<String> groups, Span definedAt) {
    public Host {
        groups = List.copyOf(groups);
    }
}
