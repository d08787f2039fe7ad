package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.Templates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How {@code port} and {@code fabric} choose among the adapter ports of a host. */
final class PortChoice {
    private static final String FABRICS = "ibplay_fabrics";
    private static final String HINT = "write " + FABRICS + ": {mlx5_0/1: compute}";

    private PortChoice() {}

    /** The ports that the two keys leave; none where neither is said. A fabric is known by what the inventory calls it. */
    static List<String> ports(Fields fields, StateContext context) {
        Optional<Located<String>> port = fields.text("port");
        Optional<Located<String>> fabric = fields.text("fabric");
        if (fabric.isEmpty()) {
            return port.map(Located::value).stream().toList();
        }
        List<String> ports = context.fabrics().entrySet().stream()
                .filter(e -> e.getValue().equals(fabric.get().value()))
                .map(Map.Entry::getKey)
                .filter(p -> port.isEmpty() || port.get().value().equals(p))
                .sorted()
                .toList();
        if (ports.isEmpty() && context.isResolved()) {
            context.problems()
                    .error(
                            Code.FABRIC_NAME,
                            fabric.get().span(),
                            "no port of this host is in a fabric \"%s\""
                                    .formatted(fabric.get().value()),
                            context.fabrics().isEmpty()
                                    ? "name the fabrics in the inventory: " + FABRICS + ": {mlx5_0/1: compute}"
                                    : FABRICS + " says " + new TreeMap<>(context.fabrics()));
        }
        return ports;
    }

    /** The variable {@code ibplay_fabrics}: a name for the fabric of each port, {@code {mlx5_0/1: compute}}. */
    static Map<String, String> fabrics(Scope scope, Problems problems) {
        Optional<Node> node = Templates.variable(FABRICS, scope, problems);
        if (node.isEmpty()) {
            return Map.of();
        }
        if (!(node.get() instanceof Node.Mapping mapping)) {
            problems.error(
                    Code.VALUE_WRONG,
                    node.get().span(),
                    FABRICS + " is a mapping from ports to names, not "
                            + node.get().kind(),
                    HINT);
            return Map.of();
        }
        Map<String, String> fabrics = new LinkedHashMap<>();
        for (Node.Entry entry : mapping.entries()) {
            if (!Values.isAdapterPort(entry.key().text()) || !(entry.value() instanceof Node.Scalar name)) {
                problems.error(
                        Code.VALUE_WRONG,
                        entry.key().span(),
                        "%s names the fabric of each adapter port, and \"%s\" is no such entry"
                                .formatted(FABRICS, entry.key().text()),
                        HINT);
                continue;
            }
            fabrics.put(entry.key().text(), name.text());
        }
        return fabrics;
    }
}
