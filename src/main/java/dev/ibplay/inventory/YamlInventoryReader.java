package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.Vault;
import dev.ibplay.source.YamlReader;
import java.util.List;

/** Reads a YAML inventory by the rules of Ansible's {@code yaml} plugin: groups with {@code hosts}, {@code children} and {@code vars}. */
final class YamlInventoryReader {
    private static final String HOSTS = "hosts";
    private static final String CHILDREN = "children";
    private static final String VARS = "vars";
    private static final List<String> SECTIONS = List.of(HOSTS, CHILDREN, VARS);

    private final InventoryBuilder inventory;
    private final Problems problems;

    private YamlInventoryReader(InventoryBuilder inventory, Problems problems) {
        this.inventory = inventory;
        this.problems = problems;
    }

    static void read(SourceText source, Vault vault, InventoryBuilder inventory, Problems problems) {
        YamlReader.read(source, vault, problems)
                .ifPresent(root -> new YamlInventoryReader(inventory, problems).root(root));
    }

    private void root(Node root) {
        if (root instanceof Node.Scalar empty && empty.isNull()) {
            return;
        }
        if (!(root instanceof Node.Mapping groups)) {
            problems.error(
                    Code.INVENTORY_VALUE,
                    root.span(),
                    "a YAML inventory must be a mapping of groups, not " + root.kind(),
                    "start it with \"all:\" and, below that, \"hosts:\"");
            return;
        }
        var plugin = groups.entry("plugin");
        if (plugin.isPresent()) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    plugin.get().key().span(),
                    "this configures one of Ansible's inventory plugins, which cannot be run here",
                    "write its result to a file: ansible-inventory -i THIS --list > hosts.json, then -i hosts.json");
            return;
        }
        if (ListedInventory.isList(groups)) {
            new ListedInventory(inventory, problems).read(groups);
            return;
        }
        groups.entries().forEach(entry -> group(entry.key(), entry.value()));
    }

    private void group(Node.Scalar name, Node body) {
        if (!isMappingOrNothing(body)) {
            problems.error(
                    Code.INVENTORY_VALUE,
                    body.span(),
                    "the group \"" + name.text() + "\" must be a mapping, not " + body.kind(),
                    "a group has the keys hosts, children and vars");
            return;
        }
        inventory.addGroup(name.text(), name.span());
        if (body instanceof Node.Mapping sections) {
            sections.entries().forEach(section -> section(name.text(), section));
        }
    }

    private void section(String group, Node.Entry section) {
        String key = section.key().text();
        if (!SECTIONS.contains(key)) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_IGNORED,
                            section.key().span(),
                            "the key \"" + key + "\" of the group \"" + group + "\" is ignored")
                    .withHint(Suggestion.nearest(key, SECTIONS)
                            .map(word -> "did you mean \"" + word + "\"?")
                            .orElse("a group has the keys hosts, children and vars")));
            return;
        }
        Node value = section.value();
        // One host or child may stand there as a single value.
        if (value instanceof Node.Scalar single && !single.isNull() && !key.equals(VARS)) {
            member(group, key, single, new Node.Mapping(List.of(), single.span()));
        } else if (value instanceof Node.Mapping members) {
            members.entries().forEach(member -> member(group, key, member.key(), member.value()));
        } else if (!isMappingOrNothing(value)) {
            problems.error(
                    Code.INVENTORY_VALUE,
                    value.span(),
                    "\"" + key + "\" of the group \"" + group + "\" must be a mapping, not " + value.kind(),
                    key.equals(VARS)
                            ? "write each variable as \"name: value\""
                            : "write each name with a colon behind it, without a dash");
        }
    }

    private void member(String group, String section, Node.Scalar name, Node value) {
        switch (section) {
            case HOSTS -> host(group, name, value);
            case CHILDREN -> {
                group(name, value);
                if (inventory.hasGroup(name.text())) {
                    inventory.addChild(group, name.text(), name.span());
                }
            }
            default -> inventory.setGroupVariable(group, name.text(), value);
        }
    }

    private void host(String group, Node.Scalar name, Node value) {
        if (!isMappingOrNothing(value)) {
            problems.error(
                    Code.INVENTORY_VALUE,
                    value.span(),
                    "the host \"" + name.text() + "\" must be a mapping of its variables, not " + value.kind(),
                    "write each variable as \"name: value\" on a line of its own below the host");
            return;
        }
        HostNames.parse(name.text(), name.span(), problems).ifPresent(hosts -> {
            for (String host : hosts.names()) {
                inventory.addHost(host, hosts.port(), group, name.span());
                if (value instanceof Node.Mapping variables) {
                    variables
                            .entries()
                            .forEach(
                                    v -> inventory.setHostVariable(host, v.key().text(), v.value()));
                }
            }
        });
    }

    private static boolean isMappingOrNothing(Node node) {
        return node instanceof Node.Mapping || (node instanceof Node.Scalar scalar && scalar.isNull());
    }
}
