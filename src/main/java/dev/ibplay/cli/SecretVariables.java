package dev.ibplay.cli;

import dev.ibplay.exec.Secret;
import dev.ibplay.plan.Redaction;
import dev.ibplay.source.Node;
import java.util.Map;
import java.util.Set;

/** Variables that are secrets by their names, whatever they are for. */
final class SecretVariables {
    /** A shorter text stands in too much that is none. */
    private static final int SHORTEST = 4;

    private SecretVariables() {}

    /** Adds the secrets among these variables, also those within mappings and lists. What is a template is no secret itself. */
    static void of(Map<String, Node> variables, Set<Secret> into) {
        variables.forEach((name, value) -> add(name, value, into));
    }

    private static void add(String name, Node value, Set<Secret> into) {
        switch (value) {
            case Node.Scalar scalar -> {
                if (isSecret(name)
                        && scalar.text().length() >= SHORTEST
                        && !scalar.text().contains("{{")) {
                    into.add(Secret.of(scalar.text()));
                }
            }
            case Node.Mapping mapping ->
                mapping.entries()
                        .forEach(
                                entry -> add(isSecret(name) ? name : entry.key().text(), entry.value(), into));
            case Node.Sequence sequence -> sequence.items().forEach(item -> add(name, item, into));
            case Node.Vaulted ignored -> {} // the vault knows what it has decrypted
        }
    }

    /** The path of a file is none. */
    private static boolean isSecret(String name) {
        return Redaction.isSecret(name) && !name.endsWith("_file") && !name.endsWith("_path");
    }
}
