package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import dev.ibplay.source.Vault;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the readers of one run write into: hosts and groups grow source by source, as in Ansible's InventoryData. */
final class InventoryBuilder {
    static final String PRIORITY = "ansible_group_priority";
    static final String PORT = "ansible_port";

    private static final Span NOWHERE = Span.startOf("inventory");

    private final Map<String, GroupDraft> groups = new LinkedHashMap<>();
    private final Map<String, HostDraft> hosts = new LinkedHashMap<>();
    private final Vault vault;
    private final Problems problems;

    InventoryBuilder(Vault vault, Problems problems) {
        this.vault = vault;
        this.problems = problems;
        addGroup(Group.ALL, NOWHERE);
        addGroup(Group.UNGROUPED, NOWHERE);
        link(group(Group.ALL), group(Group.UNGROUPED));
    }

    void addGroup(String name, Span span) {
        groups.computeIfAbsent(name, ignored -> new GroupDraft(name, span));
    }

    boolean hasGroup(String name) {
        return groups.containsKey(name);
    }

    Set<String> groupNames() {
        return groups.keySet();
    }

    /** Adds a host to a group; a port counts only where the host is named for the first time, as in Ansible. */
    void addHost(String name, Optional<Integer> port, String group, Span span) {
        HostDraft host = hosts.get(name);
        if (host == null) {
            host = new HostDraft(name, span);
            hosts.put(name, host);
            if (port.isPresent()) {
                host.variables.put(PORT, new Node.Scalar(port.get().toString(), true, span));
            }
        } else if (port.isPresent() && !host.variables.containsKey(PORT)) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_IGNORED, span, "the port of \"" + name + "\" is ignored here")
                    .withHint("the host is first named at " + host.span + "; write the port there, or set " + PORT));
        }
        if (group(group).hosts.add(name)) {
            host.groups.add(group);
        }
    }

    /** Makes one group the child of another; both exist. */
    void addChild(String parent, String child, Span span) {
        if (ancestorsOrSelf(parent).contains(child)) {
            problems.error(
                    Code.INVENTORY_GROUP_LOOP,
                    span,
                    parent.equals(child)
                            ? "the group \"" + child + "\" cannot be its own child"
                            : "the group \"" + child + "\" is already above \"" + parent + "\": this closes a loop",
                    "remove one of the children lines between them");
            return;
        }
        link(group(parent), group(child));
    }

    void setGroupVariable(String groupName, String name, Node value) {
        vault.keepSecret(value);
        if (name.equals(PRIORITY)) {
            priority(value).ifPresent(priority -> group(groupName).priority = priority);
        } else {
            group(groupName).variables.put(name, value);
        }
    }

    /** Where a group has the host's name already it is that group's variable, as in Ansible (InventoryData.set_variable). */
    void setHostVariable(String host, String name, Node value) {
        if (groups.containsKey(host)) {
            setGroupVariable(host, name, value);
            return;
        }
        vault.keepSecret(value);
        Optional.ofNullable(hosts.get(host)).ifPresent(draft -> draft.variables.put(name, value));
    }

    private Optional<Integer> priority(Node value) {
        if (value instanceof Node.Scalar scalar) {
            Optional<BigInteger> number = ScalarTypes.integer(scalar.text());
            if (number.isPresent() && number.get().bitLength() < Integer.SIZE) {
                return Optional.of(number.get().intValue());
            }
        }
        problems.error(Code.INVENTORY_VALUE, value.span(), PRIORITY + " must be a whole number");
        return Optional.empty();
    }

    Inventory build() {
        for (GroupDraft group : groups.values()) {
            if (group.parents.isEmpty() && !group.name.equals(Group.ALL)) {
                link(group(Group.ALL), group);
            }
        }
        new NameChecks(problems).check(groups.values(), hosts.values());
        hosts.values().forEach(this::settleUngrouped);
        var depths = new LinkedHashMap<String, Integer>();
        groups.keySet().forEach(name -> depth(name, depths));
        var builtGroups = new LinkedHashMap<String, Group>();
        var groupVariables = new LinkedHashMap<String, Map<String, Node>>();
        for (GroupDraft group : groups.values()) {
            builtGroups.put(group.name, group.build(depths.getOrDefault(group.name, 0)));
            groupVariables.put(group.name, group.variables);
        }
        var order = new GroupOrder(builtGroups);
        var builtHosts = new LinkedHashMap<String, Host>();
        var hostVariables = new LinkedHashMap<String, Map<String, Node>>();
        for (HostDraft host : hosts.values()) {
            builtHosts.put(host.name, new Host(host.name, order.of(List.copyOf(host.groups)), host.span));
            hostVariables.put(host.name, host.variables);
        }
        return new Inventory(
                builtHosts,
                builtGroups,
                new VariableLayer(groupVariables, hostVariables),
                List.of(),
                VariableLayer.EMPTY);
    }

    /**
     * Ansible's reconcile_inventory: {@code ungrouped} holds exactly the hosts that are in no other group. For a host that
     * bears a group's name it takes the group in instead (add_child of InventoryData looks among the groups first).
     */
    private void settleUngrouped(HostDraft host) {
        boolean inAnother =
                host.groups.stream().anyMatch(name -> !name.equals(Group.ALL) && !name.equals(Group.UNGROUPED));
        if (inAnother) {
            if (host.groups.remove(Group.UNGROUPED)) {
                group(Group.UNGROUPED).hosts.remove(host.name);
            }
        } else if (!host.groups.contains(Group.UNGROUPED)) {
            if (hasGroup(host.name)) {
                takeIntoUngrouped(host);
            } else {
                host.groups.add(Group.UNGROUPED);
                group(Group.UNGROUPED).hosts.add(host.name);
            }
        }
    }

    private void takeIntoUngrouped(HostDraft host) {
        if (ancestorsOrSelf(Group.UNGROUPED).contains(host.name)) {
            problems.error(
                    Code.INVENTORY_GROUP_LOOP,
                    host.span,
                    "the host \"" + host.name + "\" is in no group, and the group of its name is \"" + Group.UNGROUPED
                            + "\" or above it",
                    "rename the host, or put it into a group");
        } else {
            link(group(Group.UNGROUPED), group(host.name));
        }
    }

    private int depth(String name, Map<String, Integer> known) {
        Integer depth = known.get(name);
        if (depth == null) {
            int deepest = -1;
            for (String parent : group(name).parents) {
                deepest = Math.max(deepest, depth(parent, known));
            }
            depth = deepest + 1;
            known.put(name, depth);
        }
        return depth;
    }

    private Set<String> ancestorsOrSelf(String name) {
        var found = new LinkedHashSet<String>(List.of(name));
        var open = new ArrayDeque<String>(List.of(name));
        while (!open.isEmpty()) {
            group(open.remove()).parents.stream().filter(found::add).forEach(open::add);
        }
        return found;
    }

    private GroupDraft group(String name) {
        GroupDraft draft = groups.get(name);
        if (draft == null) {
            throw new IllegalArgumentException("no group " + name);
        }
        return draft;
    }

    private static void link(GroupDraft parent, GroupDraft child) {
        parent.children.add(child.name);
        child.parents.add(parent.name);
    }

    static final class GroupDraft {
        final String name;
        final Span span;
        private int priority = 1;
        private final Set<String> parents = new LinkedHashSet<>();
        private final Set<String> children = new LinkedHashSet<>();
        private final Set<String> hosts = new LinkedHashSet<>();
        private final Map<String, Node> variables = new LinkedHashMap<>();

        private GroupDraft(String name, Span span) {
            this.name = name;
            this.span = span;
        }

        private Group build(int depth) {
            return new Group(
                    name,
                    depth,
                    priority,
                    new ArrayList<>(parents),
                    new ArrayList<>(children),
                    new ArrayList<>(hosts),
                    span);
        }
    }

    static final class HostDraft {
        final String name;
        final Span span;
        private final Set<String> groups = new LinkedHashSet<>();
        private final Map<String, Node> variables = new LinkedHashMap<>();

        private HostDraft(String name, Span span) {
            this.name = name;
            this.span = span;
        }
    }
}
