package dev.ibplay.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import dev.ibplay.inventory.Group;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.SecretNames;
import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import dev.ibplay.source.Vault;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes an inventory in the JSON that {@code ansible-inventory --list} prints, keys in the order of their code points:
 * groups with hosts and children, empty ones left out, and all variables in {@code _meta.hostvars}. Written as a stream,
 * for inventories of tens of thousands of hosts. Secrets are hidden: what their names or an encrypted file make secrets of;
 * single encrypted values are printed as they are encrypted.
 */
public final class InventoryJson {
    private static final String META = "_meta";

    private final Inventory inventory;
    private final Vault vault;
    private final JsonGenerator json;

    private InventoryJson(Inventory inventory, Vault vault, JsonGenerator json) {
        this.inventory = inventory;
        this.vault = vault;
        this.json = json;
    }

    /** Writes the document and a line end; the writer is flushed, not closed. */
    public static void write(Inventory inventory, Vault vault, Writer out) throws IOException {
        write(inventory, vault, out, InventoryJson::document);
    }

    /** The same with the variables of one host only, as {@code ansible-inventory --host} prints them. */
    public static void writeHost(Inventory inventory, Vault vault, Host host, Writer out) throws IOException {
        write(inventory, vault, out, json -> json.variables(host.name()));
    }

    private interface Content {
        void writeTo(InventoryJson json) throws IOException;
    }

    private static void write(Inventory inventory, Vault vault, Writer out, Content content) throws IOException {
        var separators = Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        var indenter = new DefaultIndenter("    ", "\n");
        var printer = new DefaultPrettyPrinter(separators)
                .withObjectIndenter(indenter)
                .withArrayIndenter(indenter);
        JsonGenerator generator = new JsonFactory().createGenerator(out);
        generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        generator.setPrettyPrinter(printer);
        content.writeTo(new InventoryJson(inventory, vault, generator));
        generator.close();
        out.write("\n");
        out.flush();
    }

    private void document() throws IOException {
        var names = new TreeSet<>(List.of(META));
        inventory.groups().forEach(group -> names.add(group.name()));
        json.writeStartObject();
        for (String name : names) {
            if (name.equals(META)) {
                meta();
            } else {
                var group = inventory.group(name);
                if (group.isPresent()) {
                    group(group.get());
                }
            }
        }
        json.writeEndObject();
    }

    private void group(Group group) throws IOException {
        // Every host is somewhere below "all": Ansible leaves its own hosts out.
        List<String> hosts = group.name().equals(Group.ALL) ? List.of() : group.hosts();
        if (hosts.isEmpty() && group.children().isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(group.name());
        names("children", group.children());
        names("hosts", hosts);
        json.writeEndObject();
    }

    private void names(String key, List<String> names) throws IOException {
        if (!names.isEmpty()) {
            json.writeArrayFieldStart(key);
            for (String name : names) {
                json.writeString(name);
            }
            json.writeEndArray();
        }
    }

    private void meta() throws IOException {
        json.writeObjectFieldStart(META);
        json.writeObjectFieldStart("hostvars");
        var hosts = inventory.hosts().stream()
                .map(Host::name)
                .sorted(Comparator.naturalOrder())
                .toList();
        for (String host : hosts) {
            if (!shown(host).isEmpty()) {
                json.writeFieldName(host);
                variables(host);
            }
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private Map<String, Node> shown(String host) {
        Map<String, Node> variables = new TreeMap<>(inventory.variables(host));
        variables.keySet().removeAll(Inventory.MAGIC);
        return variables;
    }

    private void variables(String host) throws IOException {
        json.writeStartObject();
        for (var variable : shown(host).entrySet()) {
            field(variable.getKey(), variable.getValue());
        }
        json.writeEndObject();
    }

    private void field(String name, Node value) throws IOException {
        json.writeFieldName(name);
        boolean secret = SecretNames.isSecret(name) && !(value instanceof Node.Vaulted);
        if (secret || vault.isFromEncryptedFile(value.span())) {
            json.writeString(FlowYaml.HIDDEN);
        } else {
            value(value);
        }
    }

    private void value(Node node) throws IOException {
        switch (node) {
            case Node.Scalar scalar -> scalar(scalar);
            case Node.Vaulted vaulted -> {
                json.writeStartObject();
                json.writeStringField(Node.Vaulted.JSON_KEY, vaulted.envelope());
                json.writeEndObject();
            }
            case Node.Sequence list -> {
                json.writeStartArray();
                for (Node item : list.items()) {
                    value(item);
                }
                json.writeEndArray();
            }
            case Node.Mapping mapping -> {
                json.writeStartObject();
                var sorted = mapping.entries().stream()
                        .sorted(Comparator.comparing(entry -> entry.key().text()))
                        .toList();
                for (Node.Entry entry : sorted) {
                    field(entry.key().text(), entry.value());
                }
                json.writeEndObject();
            }
        }
    }

    private void scalar(Node.Scalar scalar) throws IOException {
        String text = scalar.text();
        if (scalar.unsafe()) {
            json.writeStartObject();
            json.writeStringField(Node.UNSAFE_KEY, text);
            json.writeEndObject();
        } else if (!scalar.plain() || isPlainlyText(text)) {
            json.writeString(text);
        } else if (scalar.isNull()) {
            json.writeNull();
        } else if (ScalarTypes.bool(text).isPresent()) {
            json.writeBoolean(ScalarTypes.bool(text).get());
        } else if (ScalarTypes.integer(text).isPresent()) {
            json.writeNumber(ScalarTypes.integer(text).get());
        } else if (isFinite(text)) {
            json.writeNumber(ScalarTypes.decimal(text).orElseThrow());
        } else {
            json.writeString(text);
        }
    }

    /** A quick yes for most words: no number, null or boolean begins like this. */
    private static boolean isPlainlyText(String text) {
        return !text.isEmpty() && Character.isLetter(text.charAt(0)) && "tTfFyYnNoO".indexOf(text.charAt(0)) < 0;
    }

    private static boolean isFinite(String text) {
        return ScalarTypes.decimal(text).filter(Double::isFinite).isPresent();
    }
}
