package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs an executable inventory with {@code --list} and reads the JSON that it prints (Ansible's {@code script} plugin). Without
 * {@code _meta.hostvars} it is run once more for each host, with {@code --host NAME}.
 */
final class ScriptReader {
    private static final String META = "_meta";
    private static final List<String> SECTIONS = List.of("hosts", "children", "vars");

    private final String path;
    private final SourceFiles files;
    private final InventoryBuilder inventory;
    private final Problems problems;
    private final Map<String, Span> hosts = new LinkedHashMap<>();

    private ScriptReader(String path, SourceFiles files, InventoryBuilder inventory, Problems problems) {
        this.path = path;
        this.files = files;
        this.inventory = inventory;
        this.problems = problems;
    }

    static void read(String path, SourceFiles files, InventoryBuilder inventory, Problems problems) {
        new ScriptReader(path, files, inventory, problems).read();
    }

    private void read() {
        output("--list").ifPresent(list -> {
            Optional<Node.Mapping> hostVariables = list.get(META)
                    .flatMap(meta -> mapping(meta, META))
                    .flatMap(meta -> meta.get("hostvars"))
                    .flatMap(all -> mapping(all, "hostvars"));
            for (Node.Entry entry : list.entries()) {
                if (!entry.key().text().equals(META)) {
                    group(entry.key(), entry.value());
                }
            }
            hostVariables.ifPresentOrElse(this::variablesOfAll, this::askForEach);
        });
    }

    private Optional<Node.Mapping> output(String... arguments) {
        String name = path + " " + String.join(" ", arguments);
        try {
            SourceText printed = files.run(path, arguments);
            // Its lines are counted in what it printed, not in the script.
            Optional<Node> root = YamlReader.read(new SourceText(name, printed.text()), problems);
            return root.flatMap(node -> mapping(node, "what the inventory script prints"));
        } catch (IOException failed) {
            problems.error(
                    Code.INVENTORY_SOURCE,
                    Span.startOf(path),
                    "the inventory script failed: " + name + ": " + failed.getMessage(),
                    "run it by hand; it must print JSON and end with status 0");
            return Optional.empty();
        }
    }

    private void group(Node.Scalar name, Node body) {
        String group = name.text();
        inventory.addGroup(group, name.span());
        switch (body) {
            case Node.Sequence members -> members(group, members);
            case Node.Mapping sections -> sections(name, sections);
            case Node.Scalar ignored ->
                problems.error(
                        Code.INVENTORY_VALUE,
                        body.span(),
                        "the group \"" + group + "\" must be a list of hosts or a mapping, not " + body.kind());
        }
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

    private void askForEach() {
        hosts.keySet().forEach(host -> output("--host", host).ifPresent(own -> variablesOf(host, own)));
    }

    private void variablesOf(String host, Node.Mapping variables) {
        variables.entries().forEach(v -> inventory.setHostVariable(host, v.key().text(), v.value()));
    }

    private Optional<Node.Mapping> mapping(Node node, String what) {
        if (node instanceof Node.Mapping mapping) {
            return Optional.of(mapping);
        }
        if (!(node instanceof Node.Scalar scalar && scalar.isNull())) {
            problems.error(Code.INVENTORY_VALUE, node.span(), what + " must be a mapping, not " + node.kind());
        }
        return Optional.empty();
    }
}
