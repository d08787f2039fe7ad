package dev.ibplay.inventory;

import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Hosts and groups with their variables, as written: templates in values are not rendered. Immutable. */
public final class Inventory {
    /** What {@link #magicVariables} sets; these are not variables that a user wrote. */
    public static final Set<String> MAGIC = Set.of(
            "inventory_hostname",
            "inventory_hostname_short",
            "inventory_file",
            "inventory_dir",
            "group_names",
            "groups");

    private static final Pattern NUMERIC_ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final SequencedMap<String, Host> hosts;
    private final SequencedMap<String, Group> groups;
    private final VariableLayer written;
    private final List<VariableLayer> besideSources;
    private final VariableLayer besidePlaybook;

    /** Made when first asked for: most commands never do, and it holds every host several times. */
    private volatile Node.@Nullable Mapping groupsVariable;

    Inventory(
            SequencedMap<String, Host> hosts,
            SequencedMap<String, Group> groups,
            VariableLayer written,
            List<VariableLayer> besideSources,
            VariableLayer besidePlaybook) {
        this.hosts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hosts));
        this.groups = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(groups));
        this.written = written;
        this.besideSources = List.copyOf(besideSources);
        this.besidePlaybook = besidePlaybook;
    }

    /** @param layers one for each source's folder: a later folder overrides an earlier one, whatever the order of its groups */
    Inventory withFilesBesideSources(List<VariableLayer> layers) {
        return new Inventory(hosts, groups, written, layers, besidePlaybook);
    }

    Inventory withFilesBesidePlaybook(VariableLayer layer) {
        return new Inventory(hosts, groups, written, besideSources, layer);
    }

    /** All hosts, in the order in which they were first named. */
    public Collection<Host> hosts() {
        return hosts.values();
    }

    /** All groups, {@code all} and {@code ungrouped} first, then in the order in which they were first named. */
    public Collection<Group> groups() {
        return groups.values();
    }

    public Optional<Host> host(String name) {
        return Optional.ofNullable(hosts.get(name));
    }

    public Optional<Group> group(String name) {
        return Optional.ofNullable(groups.get(name));
    }

    Set<String> hostNames() {
        return hosts.sequencedKeySet();
    }

    Set<String> groupNames() {
        return groups.sequencedKeySet();
    }

    /**
     * The hosts of a group and of its children: its own first, then level by level, as Ansible orders them (Group.get_hosts).
     * Nothing when there is no such group.
     */
    public List<Host> hostsOf(String group) {
        var found = new LinkedHashSet<String>();
        var seen = new LinkedHashSet<String>(List.of(group));
        var level = new ArrayDeque<String>(List.of(group));
        while (!level.isEmpty()) {
            Group next = groups.get(level.remove());
            if (next == null) {
                continue;
            }
            found.addAll(next.hosts());
            next.children().stream().filter(seen::add).forEach(level::add);
        }
        var result = new ArrayList<Host>(found.size());
        for (String name : found) {
            host(name).ifPresent(result::add);
        }
        return result;
    }

    /**
     * The variables of a host, later places overriding earlier ones as in Ansible's precedence list: all and groups of the
     * inventory; {@code group_vars/all} beside the inventory, then beside the playbook; {@code group_vars} of groups beside the
     * inventory, then beside the playbook; the host in the inventory; {@code host_vars} beside the inventory, then beside the
     * playbook. Empty for an unknown host.
     */
    public Map<String, Node> variables(String hostName) {
        Host host = hosts.get(hostName);
        if (host == null) {
            return Map.of();
        }
        var merged = new LinkedHashMap<String, Node>(written.ofGroup(Group.ALL));
        host.groups().forEach(group -> merged.putAll(written.ofGroup(group)));
        besideSources.forEach(layer -> merged.putAll(layer.ofGroup(Group.ALL)));
        merged.putAll(besidePlaybook.ofGroup(Group.ALL));
        besideSources.forEach(layer -> host.groups().forEach(group -> merged.putAll(layer.ofGroup(group))));
        host.groups().forEach(group -> merged.putAll(besidePlaybook.ofGroup(group)));
        merged.putAll(written.ofHost(hostName));
        besideSources.forEach(layer -> merged.putAll(layer.ofHost(hostName)));
        merged.putAll(besidePlaybook.ofHost(hostName));
        return Collections.unmodifiableMap(merged);
    }

    /**
     * What Ansible calls magic variables, as far as the inventory knows them: {@link #MAGIC}. They override variables of the
     * same name. {@code groups} is a mapping from group to host names, the same object for every host.
     */
    public Map<String, Node> magicVariables(String hostName) {
        Host host = hosts.get(hostName);
        if (host == null) {
            return Map.of("groups", groupsVariable());
        }
        String file = host.definedAt().file();
        List<Node> names =
                host.groups().stream().sorted().map(group -> text(group, host)).toList();
        return Map.of(
                "inventory_hostname", text(hostName, host),
                "inventory_hostname_short", text(shortName(hostName), host),
                "inventory_file", text(file, host),
                "inventory_dir", text(SourceFiles.folderOf(file), host),
                "group_names", new Node.Sequence(names, host.definedAt()),
                "groups", groupsVariable());
    }

    private static Node text(String text, Host host) {
        return Node.Scalar.quoted(text, host.definedAt());
    }

    /** Up to the first dot, but a numeric address has no short form. */
    private static String shortName(String name) {
        int dot = name.indexOf('.');
        return dot < 0 || NUMERIC_ADDRESS.matcher(name).matches() ? name : name.substring(0, dot);
    }

    private Node.Mapping groupsVariable() {
        Node.Mapping known = groupsVariable;
        if (known == null) {
            known = allGroups();
            groupsVariable = known;
        }
        return known;
    }

    private Node.Mapping allGroups() {
        var entries = new ArrayList<Node.Entry>();
        for (Group group : groups.values()) {
            List<Node> members = hostsOf(group.name()).stream()
                    .map(host -> text(host.name(), host))
                    .toList();
            entries.add(new Node.Entry(
                    Node.Scalar.quoted(group.name(), group.definedAt()),
                    new Node.Sequence(members, group.definedAt())));
        }
        return new Node.Mapping(entries, groups.firstEntry().getValue().definedAt());
    }
}
