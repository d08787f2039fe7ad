package dev.ibplay.cli;

import dev.ibplay.exec.Secret;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.plan.Redaction;
import dev.ibplay.source.Node;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Variables that are secrets by their names, whatever they are for. */
final class SecretVariables {
    /** A shorter text stands in too much that is none. */
    private static final int SHORTEST = 4;

    private final Set<Secret> found = new HashSet<>();
    private final Map<String, Boolean> names = new HashMap<>();

    /** By name, as thousands of hosts share the values of their groups. */
    private final Map<String, Set<Node>> looked = new HashMap<>();

    /** Looks through these variables, also within mappings and lists. What is a template is no secret itself. */
    void add(Map<String, Node> variables) {
        variables.forEach((name, value) -> {
            if (!Inventory.MAGIC.contains(name) && isNew(name, value)) {
                add(name, value);
            }
        });
    }

    private boolean isNew(String name, Node value) {
        return looked.computeIfAbsent(name, n -> Collections.newSetFromMap(new IdentityHashMap<>()))
                .add(value);
    }

    /** The secrets found so far. */
    Set<Secret> found() {
        return found;
    }

    private void add(String name, Node value) {
        switch (value) {
            case Node.Scalar scalar -> {
                if (isSecret(name)
                        && scalar.text().length() >= SHORTEST
                        && !scalar.text().contains("{{")) {
                    found.add(Secret.of(scalar.text()));
                }
            }
            case Node.Mapping mapping ->
                mapping.entries()
                        .forEach(
                                entry -> add(isSecret(name) ? name : entry.key().text(), entry.value()));
            case Node.Sequence sequence -> sequence.items().forEach(item -> add(name, item));
            case Node.Vaulted ignored -> {} // the vault knows what it has decrypted
        }
    }

    /** The path of a file is none. */
    private boolean isSecret(String name) {
        return names.computeIfAbsent(name, n -> Redaction.isSecret(n) && !n.endsWith("_file") && !n.endsWith("_path"));
    }
}
