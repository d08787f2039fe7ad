package dev.ibplay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import dev.ibplay.source.Node;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** An inventory that was read for a test, and what was said about it. */
record Reading(Inventory inventory, List<Diagnostic> said) {
    static Reading of(MapFiles files, String... sources) {
        var problems = new Problems();
        Inventory inventory = new InventoryReader(files, problems).read(List.of(sources));
        return new Reading(inventory, problems.sorted());
    }

    static Reading ini(String... lines) {
        return of(new MapFiles().with("hosts.ini", String.join("\n", lines)), "hosts.ini");
    }

    static Reading yaml(String... lines) {
        return of(new MapFiles().with("hosts.yml", String.join("\n", lines)), "hosts.yml");
    }

    Reading clean() {
        assertThat(said).isEmpty();
        return this;
    }

    /** {@code line:column code message}, one for each diagnostic. */
    List<String> messages() {
        return said.stream().map(Reading::line).toList();
    }

    static String line(Diagnostic diagnostic) {
        String place = diagnostic.location() instanceof Location.InSource source
                ? source.span().line() + ":" + source.span().column() + " "
                : "";
        String weight = diagnostic.severity() == Severity.ERROR
                ? ""
                : diagnostic.severity().word() + " ";
        return place + weight + diagnostic.code().id() + " " + diagnostic.message();
    }

    String hint() {
        return said.getFirst().hint().orElse("");
    }

    List<String> hostsOf(String group) {
        return inventory.hostsOf(group).stream().map(Host::name).toList();
    }

    /** The variables of a host as {@code name=value}, values as {@link #show} has them. */
    String variables(String host) {
        return inventory.variables(host).entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .map(e -> e.getKey() + "=" + show(e.getValue()))
                .collect(Collectors.joining(" "));
    }

    Node variable(String host, String name) {
        return Optional.ofNullable(inventory.variables(host).get(name)).orElseThrow();
    }

    /** Quoted text in quotes, plain text without. */
    static String show(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.plain() ? scalar.text() : "'" + scalar.text() + "'";
            case Node.Vaulted ignored -> "(encrypted)";
            case Node.Sequence list ->
                list.items().stream().map(Reading::show).collect(Collectors.joining(",", "[", "]"));
            case Node.Mapping mapping ->
                mapping.entries().stream()
                        .map(e -> e.key().text() + ":" + show(e.value()))
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }
}
