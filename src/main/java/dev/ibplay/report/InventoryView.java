package dev.ibplay.report;

import dev.ibplay.diag.Span;
import dev.ibplay.inventory.Group;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.SecretNames;
import dev.ibplay.source.Node;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Shows an inventory to people: hosts with their groups and variables, or the tree of groups. Secrets are hidden. */
public final class InventoryView {
    private final Inventory inventory;
    private final Vault vault;

    /** A view of what was read with this vault. */
    public InventoryView(Inventory inventory, Vault vault) {
        this.inventory = inventory;
        this.vault = vault;
    }

    /** Hosts with their groups and variables as YAML; behind each variable the place where its value is written. */
    public void hosts(Collection<Host> hosts, Appendable out) throws IOException {
        for (Host host : hosts) {
            out.append(FlowYaml.quoteIfNeeded(host.name())).append(":\n");
            out.append("  groups: [")
                    .append(String.join(
                            ", ",
                            host.groups().stream()
                                    .sorted()
                                    .map(FlowYaml::quoteIfNeeded)
                                    .toList()))
                    .append("]\n");
            Map<String, Node> variables = new TreeMap<>(inventory.variables(host.name()));
            if (!variables.isEmpty()) {
                out.append("  variables:\n");
            }
            for (var variable : variables.entrySet()) {
                Span span = variable.getValue().span();
                String value = SecretNames.isSecret(variable.getKey()) || vault.isFromEncryptedFile(span)
                        ? FlowYaml.HIDDEN
                        : FlowYaml.of(variable.getValue());
                out.append("    ")
                        .append(FlowYaml.quoteIfNeeded(variable.getKey()))
                        .append(": ")
                        .append(value)
                        .append("  # ")
                        .append(span.file())
                        .append(":")
                        .append(Integer.toString(span.line()))
                        .append("\n");
            }
        }
    }

    /** The tree below a group, as {@code ansible-inventory --graph} draws it. */
    public void graph(Group top, Appendable out) throws IOException {
        graph(top, 0, out);
    }

    private void graph(Group group, int depth, Appendable out) throws IOException {
        line(depth, "@" + group.name() + ":", out);
        for (String child : group.children()) {
            var found = inventory.group(child);
            if (found.isPresent()) {
                graph(found.get(), depth + 1, out);
            }
        }
        if (!group.name().equals(Group.ALL)) {
            for (String host : group.hosts()) {
                line(depth + 1, host, out);
            }
        }
    }

    private static void line(int depth, String text, Appendable out) throws IOException {
        out.append("  |".repeat(depth))
                .append(depth == 0 ? "" : "--")
                .append(text)
                .append("\n");
    }
}
