package dev.ibplay.playbook;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.Templates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variable {@code ibplay_port_guids}: the GUIDs of a host's ports, for partitions while the host cannot be read. A single
 * GUID, several in a list or with commas between them, or a mapping from ports.
 *
 * @param byPort by adapter port where the variable is a mapping, else empty
 */
record KnownPortGuids(List<PortGuid> all, Map<String, PortGuid> byPort) {
    private static final String VARIABLE = "ibplay_port_guids";
    private static final KnownPortGuids NONE = new KnownPortGuids(List.of(), Map.of());

    KnownPortGuids {
        all = List.copyOf(all);
        byPort = Map.copyOf(byPort);
    }

    /** What the variable of one host says; what is wrong with it is reported. */
    static KnownPortGuids of(String host, Scope scope, Problems problems) {
        return Templates.variable(VARIABLE, scope, problems)
                .filter(node -> !(node instanceof Node.Scalar scalar) || !scalar.isNull())
                .map(node -> read(host, node, problems))
                .orElse(NONE);
    }

    /** All GUIDs, or that of one port where it can be told. */
    List<PortGuid> of(Optional<String> adapterPort) {
        if (adapterPort.isEmpty()) {
            return all;
        }
        if (byPort.isEmpty()) {
            return all.size() == 1 ? all : List.of();
        }
        return Optional.ofNullable(byPort.get(adapterPort.get())).stream().toList();
    }

    private static KnownPortGuids read(String host, Node variable, Problems problems) {
        List<PortGuid> all = new ArrayList<>();
        Map<String, PortGuid> byPort = new LinkedHashMap<>();
        switch (variable) {
            case Node.Scalar text -> {
                for (String part : text.text().split(",", -1)) {
                    guid(host, part.strip(), text, problems).ifPresent(all::add);
                }
            }
            case Node.Vaulted value -> wrong(host, "is encrypted", value, problems);
            case Node.Sequence list ->
                list.items().forEach(item -> guid(host, item, problems).ifPresent(all::add));
            case Node.Mapping mapping -> {
                for (Node.Entry entry : mapping.entries()) {
                    String port = entry.key().text();
                    if (!Values.isAdapterPort(port)) {
                        wrong(host, "has no adapter port \"" + port + "\"", entry.key(), problems);
                    }
                    guid(host, entry.value(), problems).ifPresent(guid -> byPort.put(port, guid));
                }
                all.addAll(byPort.values());
            }
        }
        return new KnownPortGuids(all.stream().distinct().toList(), byPort);
    }

    private static Optional<PortGuid> guid(String host, Node node, Problems problems) {
        if (node instanceof Node.Scalar text) {
            return guid(host, text.text(), text, problems);
        }
        wrong(host, "holds port GUIDs, not " + node.kind(), node, problems);
        return Optional.empty();
    }

    private static Optional<PortGuid> guid(String host, String text, Node place, Problems problems) {
        Optional<PortGuid> guid = PortGuid.parse(text);
        if (guid.isEmpty()) {
            wrong(host, "holds \"" + text + "\", which is no port GUID", place, problems);
        }
        return guid;
    }

    private static void wrong(String host, String what, Node place, Problems problems) {
        problems.error(
                Code.VALUE_WRONG,
                place.span(),
                "%s of %s %s".formatted(VARIABLE, host, what),
                "write %s: [0x0002c90300fb3481], or {mlx5_0/1: 0x0002c90300fb3481}".formatted(VARIABLE));
    }
}
