package dev.ibplay.inventory;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Puts the groups of a host in the order in which their variables override each other (Ansible's sort_groups). */
final class GroupOrder {
    private final Map<String, Group> groups;

    /** Hosts of one line or range are in the same groups, so few different lists are worked out. */
    private final Map<List<String>, List<String>> known = new HashMap<>();

    GroupOrder(Map<String, Group> groups) {
        this.groups = groups;
    }

    /** The groups named and all groups above them, without {@code all}: parents before children. */
    List<String> of(List<String> direct) {
        return known.computeIfAbsent(direct, this::sorted);
    }

    private List<String> sorted(List<String> direct) {
        var found = new LinkedHashSet<String>(direct);
        var open = new ArrayDeque<String>(direct);
        while (!open.isEmpty()) {
            Group group = groups.get(open.remove());
            if (group != null) {
                group.parents().stream().filter(found::add).forEach(open::add);
            }
        }
        return found.stream()
                .filter(name -> !name.equals(Group.ALL))
                .map(groups::get)
                .sorted(Comparator.comparingInt(Group::depth)
                        .thenComparingInt(Group::priority)
                        .thenComparing(Group::name))
                .map(Group::name)
                .toList();
    }
}
