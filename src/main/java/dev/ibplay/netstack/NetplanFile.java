package dev.ibplay.netstack;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceText;
import dev.ibplay.source.YamlReader;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One YAML file of netplan (netplan(5)): the interfaces below {@code network}, and edits at their exact places. */
public final class NetplanFile {
    private final ConfigFile file;
    private final Optional<Node.Mapping> network;
    private final List<NetplanDefinition> definitions;

    private NetplanFile(ConfigFile file, Optional<Node.Mapping> network, List<NetplanDefinition> definitions) {
        this.file = file;
        this.network = network;
        this.definitions = definitions;
    }

    /** Unreadable where netplan would refuse the file for its YAML, an MTU or a mode; duplicate keys are among that. */
    public static Parsed<NetplanFile> parse(String path, String text) {
        var problems = new Problems();
        Optional<Node> root = YamlReader.read(new SourceText(path, text), problems);
        if (!problems.isEmpty()) {
            return new Parsed.Unreadable<>(described(problems.sorted().getFirst()));
        }
        var file = new ConfigFile(path, text);
        if (root.isEmpty() || (root.get() instanceof Node.Scalar nothing && nothing.isNull())) {
            return new Parsed.Document<>(new NetplanFile(file, Optional.empty(), List.of()));
        }
        Optional<Node> network = root.get() instanceof Node.Mapping all ? all.get("network") : Optional.empty();
        if (network.isEmpty() || !(network.get() instanceof Node.Mapping mapping)) {
            return new Parsed.Unreadable<>("there is no mapping \"network\"");
        }
        List<NetplanDefinition> definitions = definitions(path, mapping);
        Optional<String> problem =
                definitions.stream().flatMap(d -> d.problem().stream()).findFirst();
        return problem.isPresent()
                ? new Parsed.Unreadable<>(problem.get())
                : new Parsed.Document<>(new NetplanFile(file, Optional.of(mapping), definitions));
    }

    private static String described(Diagnostic problem) {
        String place = problem.location() instanceof Location.InSource source
                ? "line %d: ".formatted(source.span().line())
                : "";
        return place + problem.message();
    }

    private static List<NetplanDefinition> definitions(String path, Node.Mapping network) {
        var found = new ArrayList<NetplanDefinition>();
        for (Node.Entry section : network.entries()) {
            if (section.value() instanceof Node.Mapping interfaces) {
                for (Node.Entry one : interfaces.entries()) {
                    if (one.value() instanceof Node.Mapping body) {
                        found.add(new NetplanDefinition(path, section.key().text(), one.key(), body));
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    public String path() {
        return file.path();
    }

    public String text() {
        return file.text();
    }

    List<NetplanDefinition> definitions() {
        return definitions;
    }

    /** The back end that the file names for all interfaces, or for all of one section. */
    Optional<String> renderer(Optional<String> section) {
        Optional<Node.Mapping> where = section.isEmpty()
                ? network
                : network.flatMap(n -> n.get(section.get()))
                        .flatMap(n -> n instanceof Node.Mapping m ? Optional.of(m) : Optional.empty());
        return where.flatMap(m -> m.get("renderer"))
                .flatMap(n -> n instanceof Node.Scalar s ? Optional.of(s.text()) : Optional.empty());
    }

    /** What this file alone says of the definition with this key. */
    public Optional<InterfaceFile> settings(String id) {
        return definitions.stream()
                .filter(d -> d.id().text().equals(id))
                .findFirst()
                .map(d -> new NetplanSettings(List.of(this), d.section(), id));
    }

    /** The text with one key of a definition set, all else as it was. */
    Rewrite with(String section, String id, String key, String value) {
        Optional<NetplanDefinition> definition = definitions.stream()
                .filter(d -> d.section().equals(section) && d.id().text().equals(id))
                .findFirst();
        if (definition.isEmpty()) {
            return new Rewrite.Refused("%s has no %s".formatted(path(), id));
        }
        Rewrite result = new NetplanEdit(text(), definition.get()).with(key, value);
        if (!(result instanceof Rewrite.Done done)) {
            return result;
        }
        Map<String, String> wanted = flat();
        wanted.put("/" + section + "/" + id + "/" + key, value);
        boolean right = parse(path(), done.text()) instanceof Parsed.Document<NetplanFile> again
                && again.document().flat().equals(wanted);
        return right
                ? result
                : new Rewrite.Refused(
                        "%s of %s cannot be set without a change of what is read elsewhere".formatted(key, id));
    }

    /** Every single value of the file by its path. */
    Map<String, String> flat() {
        var values = new TreeMap<String, String>();
        network.ifPresent(n -> flatten(n, "", values));
        return values;
    }

    private static void flatten(Node node, String path, Map<String, String> into) {
        switch (node) {
            case Node.Scalar scalar -> into.put(path, scalar.text());
            case Node.Vaulted vaulted -> into.put(path, vaulted.envelope());
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    flatten(list.items().get(i), path + "/" + i, into);
                }
            }
            case Node.Mapping mapping ->
                mapping.entries()
                        .forEach(e -> flatten(e.value(), path + "/" + e.key().text(), into));
        }
    }

    /** Without the text: it may hold passwords. */
    @Override
    public String toString() {
        return "NetplanFile[" + file + "]";
    }
}
