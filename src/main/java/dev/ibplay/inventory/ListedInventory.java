package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An inventory in the form that executable ones print and {@code ansible-inventory --list} exports: groups, and under
 * {@code _meta} the variables of hosts.
 */
final class ListedInventory {
    private static final String META = "_meta";
    private static final List<String> SECTIONS = List.of("hosts", "children", "vars");

    private final InventoryBuilder inventory;
    private final Problems problems;
    private final Map<String, Span> hosts = new LinkedHashMap<>();

    ListedInventory(InventoryBuilder inventory, Problems problems) {
        this.inventory = inventory;
        this.problems = problems;
    }

    /** Whether a file holds such a list: a YAML inventory has no {@code _meta}, and lists nothing. */
    static boolean isList(Node.Mapping root) {
        return root.get(META).orElse(null) instanceof Node.Mapping meta
                && meta.get("hostvars").isPresent();
    }

    /** Reads all of it; false where the variables of hosts are not in it. */
    boolean read(Node.Mapping list) {
        Optional<Node.Mapping> hostVariables = list.get(META)
                .flatMap(meta -> mapping(meta, META))
                .flatMap(meta -> meta.get("hostvars"))
                .flatMap(all -> mapping(all, "hostvars"));
        for (Node.Entry entry : list.entries()) {
            if (!entry.key().text().equals(META)) {
                group(entry.key(), entry.value());
            }
        }
        hostVariables.ifPresent(this::variablesOfAll);
        return hostVariables.isPresent();
    }

    /** The hosts that were named, in that order. */
    Set<String> hosts() {
        return hosts.keySet();
    }

    private void group(Node.Scalar name, Node body) {
        String group = name.text();
        inventory.addGroup(group, name.span());
        switch (body) {
            case Node.Sequence members -> members(group, members);
            case Node.Mapping sections -> sections(name, sections);
            case Node.Scalar ignored -> notAGroup(group, body);
            case Node.Vaulted ignored -> notAGroup(group, body);
        }
    }

    private void notAGroup(String group, Node body) {
        problems.error(
                Code.INVENTORY_VALUE,
                body.span(),
                "the group \"" + group + "\" must be a list of hosts or a mapping, not " + body.kind());
    }

    private void sections(Node.Scalar name, Node.Mapping sections) {
        String group = name.text();
        if (SECTIONS.stream().noneMatch(key -> sections.get(key).isPresent())) {
            // The short form of very old scripts: the group is a host, and this is what it is set to.
            host(group, group, name.span());
            variables(group, sections);
            return;
        }
        sections.get("hosts").ifPresent(members -> members(group, members));
        sections.get("vars").flatMap(vars -> mapping(vars, "vars")).ifPresent(vars -> variables(group, vars));
        sections.get("children").ifPresent(children -> children(group, children));
    }

    private void variables(String group, Node.Mapping variables) {
        variables
                .entries()
                .forEach(v -> inventory.setGroupVariable(group, v.key().text(), v.value()));
    }

    private void members(String group, Node hosts) {
        names(hosts, "hosts").forEach(name -> host(group, name.text(), name.span()));
    }

    private void host(String group, String name, Span span) {
        hosts.putIfAbsent(name, span);
        inventory.addHost(name, Optional.empty(), group, span);
    }

    private void children(String group, Node children) {
        for (Node.Scalar child : names(children, "children")) {
            inventory.addGroup(child.text(), child.span());
            inventory.addChild(group, child.text(), child.span());
        }
    }

    private List<Node.Scalar> names(Node list, String what) {
        if (list instanceof Node.Sequence sequence
                && sequence.items().stream().allMatch(item -> item instanceof Node.Scalar name && !name.isNull())) {
            return sequence.items().stream().map(Node.Scalar.class::cast).toList();
        }
        problems.error(Code.INVENTORY_VALUE, list.span(), "\"" + what + "\" must be a list of names");
        return List.of();
    }

    private void variablesOfAll(Node.Mapping hostVariables) {
        for (Node.Entry entry : hostVariables.entries()) {
            if (hosts.containsKey(entry.key().text())) {
                mapping(entry.value(), entry.key().text())
                        .ifPresent(own -> variablesOf(entry.key().text(), own));
            }
        }
    }

    void variablesOf(String host, Node.Mapping variables) {
        variables.entries().forEach(v -> inventory.setHostVariable(host, v.key().text(), v.value()));
    }

    Optional<Node.Mapping> mapping(Node node, String what) {
        if (node instanceof Node.Mapping mapping) {
            return Optional.of(mapping);
        }
        if (!(node instanceof Node.Scalar scalar && scalar.isNull())) {
            problems.error(Code.INVENTORY_VALUE, node.span(), what + " must be a mapping, not " + node.kind());
        }
        return Optional.empty();
    }
}
