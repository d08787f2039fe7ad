package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.inventory.ConnectionVariables.Become;
import dev.ibplay.inventory.ConnectionVariables.Helper;
import dev.ibplay.inventory.ConnectionVariables.Kind;
import dev.ibplay.inventory.ConnectionVariables.Login;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.inventory.ConnectionVariables.PortGuidText;
import dev.ibplay.inventory.VariableFields.Found;
import dev.ibplay.source.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Works out {@link ConnectionVariables} for one host. */
final class ConnectionResolver {
    private static final Map<String, Kind> KINDS = Map.of(
            "ssh", Kind.SSH, "smart", Kind.SSH, "paramiko", Kind.SSH, "paramiko_ssh", Kind.SSH, "local", Kind.LOCAL);
    private static final String COLLECTION = "ansible.builtin.";
    private static final String SUDO = "sudo";

    private final String host;
    private final VariableFields fields;

    ConnectionResolver(String host, Function<String, Optional<Node>> lookup, Problems problems) {
        this.host = host;
        this.fields = new VariableFields(host, lookup, problems);
    }

    Optional<ConnectionVariables> resolve() {
        Optional<Kind> kind = kind();
        var login = new Login(
                fields.text(fields.find("ssh_user", "user")),
                fields.secret(fields.find("ssh_password", "ssh_pass", "password")),
                fields.text(fields.find("ssh_private_key_file", "private_key_file")),
                fields.secret(fields.find("ssh_private_key_passphrase", "private_key_passphrase")));
        var arguments = new ArrayList<>(fields.words(fields.find("ssh_common_args")));
        arguments.addAll(fields.words(fields.find("ssh_extra_args")));
        checkBecomeMethod();
        var become = new Become(
                fields.bool(fields.find("become")),
                fields.text(fields.find("sudo_user", "become_user")),
                fields.secret(fields.find("sudo_pass", "become_pass", "become_password")));
        var result = new ConnectionVariables(
                kind,
                fields.text(fields.find("ssh_host", "host")).orElse(host),
                fields.port(ofThisConnection("ssh_port", "port")),
                login,
                arguments,
                become,
                platform(),
                helper(),
                fabrics(),
                portGuids(),
                fields.bool(fields.find("ibplay_", new String[] {"ssh_legacy_crypto"}))
                        .orElse(false),
                new MadKeys(key("m_key"), key("sa_key")));
        return fields.failed() ? Optional.empty() : Optional.of(result);
    }

    private Optional<Kind> kind() {
        Optional<Found> found = fields.find("connection");
        Optional<String> name = fields.text(found);
        if (found.isEmpty() || name.isEmpty()) {
            return Optional.empty();
        }
        Kind kind = KINDS.get(plainName(name.get()));
        if (kind == null) {
            fields.refuse(
                    Code.CONNECTION_UNSUPPORTED,
                    found.get(),
                    host + " is to be reached by \"" + name.get() + "\"; only ssh and local are possible",
                    "if it has an SSH server, set ibplay_connection: ssh for it; Ansible does not look at that variable");
        }
        return Optional.ofNullable(kind);
    }

    private static String plainName(String name) {
        String lower = name.strip().toLowerCase(Locale.ROOT);
        return lower.startsWith(COLLECTION) ? lower.substring(COLLECTION.length()) : lower;
    }

    /**
     * What Ansible's variables say of a connection that is replaced here belongs to that connection: port 5986 of a winrm
     * host is not an SSH port, and {@code runas} no way to become root.
     */
    private Optional<Found> ofThisConnection(String... names) {
        Optional<Found> ours = fields.find("ibplay_", names);
        boolean replaced = fields.find("ansible_", new String[] {"connection"})
                .map(found -> found.value() instanceof Node.Scalar name && !KINDS.containsKey(plainName(name.text())))
                .orElse(false);
        return ours.isPresent() || replaced ? ours : fields.find("ansible_", names);
    }

    private void checkBecomeMethod() {
        Optional<Found> found = ofThisConnection("become_method");
        Optional<String> method = fields.text(found);
        if (found.isPresent() && method.isPresent() && !plainName(method.get()).equals(SUDO)) {
            fields.refuse(
                    Code.CONNECTION_UNSUPPORTED,
                    found.get(),
                    "the become method \"" + method.get() + "\" of " + host + " is not supported; only sudo is",
                    "set ibplay_become_method: sudo if the host has sudo; Ansible does not look at that variable");
        }
    }

    private Optional<Platform> platform() {
        Optional<Found> found = fields.find("ibplay_", new String[] {"platform"});
        Optional<String> name = fields.text(found);
        if (found.isEmpty() || name.isEmpty()) {
            return Optional.empty();
        }
        String word = name.get().strip().toLowerCase(Locale.ROOT);
        Optional<Platform> platform = Arrays.stream(Platform.values())
                .filter(known -> known.word().equals(word))
                .findFirst();
        if (platform.isEmpty()) {
            List<String> words =
                    Arrays.stream(Platform.values()).map(Platform::word).toList();
            String hint = Suggestion.nearest(word, words)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("without it the platform is detected");
            fields.wrong(found.get(), "must be one of " + String.join(", ", words) + ", not \"" + word + "\"", hint);
        }
        return platform;
    }

    private Helper helper() {
        Optional<Found> found = fields.find("ibplay_", new String[] {"helper"});
        String text = fields.text(found).orElse("auto").strip();
        if (text.equalsIgnoreCase("auto")) {
            return new Helper.Auto();
        }
        if (text.equalsIgnoreCase("none")) {
            return new Helper.None();
        }
        if (!text.startsWith("/")) {
            found.ifPresent(it -> fields.wrong(
                    it,
                    "must be auto, none or an absolute path on the host, not \"" + text + "\"",
                    "auto is the default"));
        }
        return new Helper.At(text);
    }

    /** A key of 64 bits; what is wrong is said without the text. */
    private MadKey key(String name) {
        Optional<Found> found = fields.find("ibplay_", new String[] {name});
        Optional<String> text = fields.text(found).map(String::strip);
        if (text.isEmpty()) {
            return MadKey.NONE;
        }
        try {
            boolean hexadecimal = text.get().regionMatches(true, 0, "0x", 0, 2);
            return MadKey.of(
                    hexadecimal
                            ? Long.parseUnsignedLong(text.get().substring(2), 16)
                            : Long.parseUnsignedLong(text.get()));
        } catch (NumberFormatException notANumber) {
            found.ifPresent(
                    it -> fields.wrong(it, "is no key of 64 bits", "write it as 0x and up to 16 hexadecimal digits"));
            return MadKey.NONE;
        }
    }

    private Map<String, Located<String>> fabrics() {
        var fabrics = new LinkedHashMap<String, Located<String>>();
        fields.find("ibplay_", new String[] {"fabrics"}).ifPresent(found -> {
            if (!(found.value() instanceof Node.Mapping ports)) {
                fields.wrong(found, "must be a mapping from ports to names", "write it as {mlx5_0/1: compute}");
                return;
            }
            for (Node.Entry entry : ports.entries()) {
                if (entry.value() instanceof Node.Scalar name
                        && !name.isNull()
                        && isPort(entry.key().text())) {
                    fabrics.put(entry.key().text(), new Located<>(name.text(), name.span()));
                } else {
                    fields.wrong(
                            new Found(found.name(), entry.key()),
                            "has a wrong entry \"" + entry.key().text() + "\"",
                            "an entry is DEVICE/PORT: NAME, for example mlx5_0/1: compute");
                }
            }
        });
        return fabrics;
    }

    private static boolean isPort(String text) {
        return text.matches("[^/\\s]+/[0-9]{1,3}");
    }

    private List<PortGuidText> portGuids() {
        var guids = new ArrayList<PortGuidText>();
        fields.find("ibplay_", new String[] {"port_guids"}).ifPresent(found -> {
            switch (found.value()) {
                case Node.Vaulted value -> addGuid(Optional.empty(), value, found, guids);
                case Node.Scalar one -> addGuid(Optional.empty(), one, found, guids);
                case Node.Sequence list -> list.items().forEach(item -> addGuid(Optional.empty(), item, found, guids));
                case Node.Mapping ports ->
                    ports.entries().forEach(e -> addGuid(Optional.of(e.key().text()), e.value(), found, guids));
            }
        });
        return guids;
    }

    private void addGuid(Optional<String> port, Node value, Found found, List<PortGuidText> guids) {
        if (value instanceof Node.Scalar guid
                && !guid.isNull()
                && port.map(ConnectionResolver::isPort).orElse(true)) {
            guids.add(new PortGuidText(port, new Located<>(guid.text(), guid.span())));
        } else {
            fields.wrong(
                    new Found(found.name(), value),
                    "has a wrong entry",
                    "write a list of port GUIDs, or a mapping such as {mlx5_0/1: 0x0002c90300a1b2c3}");
        }
    }
}
