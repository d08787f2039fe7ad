package dev.ibplay.lab.linux;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** nmcli(1): lists of devices and connections in terse form, loading of profiles, activation and reapplying. */
final class NmcliProgram {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int NOT_ACTIVATED = 4;
    private static final int NOT_RUNNING = 8;
    private static final int NOT_FOUND = 10;

    private final NetworkManager manager;

    NmcliProgram(NetworkManager manager) {
        this.manager = manager;
    }

    int run(Invocation call) throws IOException {
        List<String> words =
                new ArrayList<>(call.arguments().subList(1, call.arguments().size()));
        List<String> fields = fields(words);
        if (!manager.runs()) {
            Line.write(call.stderr(), "Error: NetworkManager is not running.");
            return NOT_RUNNING;
        }
        String object = words.isEmpty() ? "" : words.removeFirst();
        String verb = words.isEmpty() ? "" : words.removeFirst();
        if (!object.isEmpty() && "connection".startsWith(object)) {
            return connection(call, verb, words, fields);
        }
        if (!object.isEmpty() && "device".startsWith(object)) {
            return device(call, verb, words, fields);
        }
        Line.write(call.stderr(), "Error: argument '%s' not understood. Try passing --help instead.".formatted(object));
        return MISUSED;
    }

    /** Takes the options in front away; only terse output with named fields is simulated. */
    private static List<String> fields(List<String> words) {
        List<String> fields = List.of();
        while (!words.isEmpty() && words.getFirst().startsWith("-")) {
            String option = words.removeFirst();
            if (option.equals("-f") && !words.isEmpty()) {
                fields = List.of(words.removeFirst().split(",", -1));
            }
        }
        return fields;
    }

    private int device(Invocation call, String verb, List<String> words, List<String> fields) throws IOException {
        if (verb.isEmpty() || verb.equals("status")) {
            print(call, List.of("DEVICE", "TYPE", "STATE", "CONNECTION"), fields, devices());
            return 0;
        }
        if (verb.equals("reapply") && words.size() == 1) {
            Optional<String> because = manager.reapply(words.getFirst());
            if (because.isEmpty()) {
                Line.write(call.stdout(), "Connection successfully reapplied to device '" + words.getFirst() + "'.");
                return 0;
            }
            Line.write(
                    call.stderr(),
                    "Error: Reapplying connection to device '%s' failed: %s"
                            .formatted(words.getFirst(), because.get()));
            return FAILED;
        }
        Line.write(call.stderr(), "Error: argument '%s' not understood. Try passing --help instead.".formatted(verb));
        return MISUSED;
    }

    private int connection(Invocation call, String verb, List<String> words, List<String> fields) throws IOException {
        List<String> columns = List.of("NAME", "UUID", "DEVICE", "FILENAME");
        return switch (verb) {
            case "", "show" -> {
                print(call, columns, fields, words.contains("--active") ? active() : profiles());
                yield 0;
            }
            case "reload" -> {
                manager.reload();
                yield 0;
            }
            case "load" -> load(call, words);
            case "up" -> up(call, words);
            default -> {
                Line.write(
                        call.stderr(),
                        "Error: argument '%s' not understood. Try passing --help instead.".formatted(verb));
                yield MISUSED;
            }
        };
    }

    /** It ends with 0 also where a file could not be loaded, and says so. */
    private int load(Invocation call, List<String> paths) throws IOException {
        for (String path : paths) {
            if (!manager.load(path)) {
                Line.write(call.stderr(), "Could not load file '" + path + "'");
            }
        }
        return 0;
    }

    private int up(Invocation call, List<String> words) throws IOException {
        String id = words.isEmpty() ? "" : words.getLast();
        if (manager.profiles().stream()
                .noneMatch(p -> p.id().equals(id) || p.uuid().equals(id))) {
            Line.write(call.stderr(), "Error: unknown connection '" + id + "'.");
            return NOT_FOUND;
        }
        if (manager.up(id)) {
            Line.write(call.stdout(), "Connection successfully activated");
            return 0;
        }
        Line.write(call.stderr(), "Error: Connection activation failed.");
        return NOT_ACTIVATED;
    }

    private static void print(Invocation call, List<String> columns, List<String> fields, List<List<String>> rows)
            throws IOException {
        List<String> wanted = fields.isEmpty() ? columns : fields;
        for (List<String> row : rows) {
            Line.write(
                    call.stdout(),
                    wanted.stream()
                            .map(field -> columns.contains(field) ? row.get(columns.indexOf(field)) : "")
                            .map(value -> value.replace("\\", "\\\\").replace(":", "\\:"))
                            .collect(Collectors.joining(":")));
        }
    }

    private List<List<String>> devices() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("eth0", "ethernet", "connected", "System eth0"));
        manager.host().kernel().bonds().all().forEach(bond -> rows.add(device(bond.name(), "bond", bond.isUp())));
        manager.host()
                .kernel()
                .devices()
                .forEach(device -> rows.add(device(device.name(), "infiniband", device.isUp())));
        rows.add(List.of("lo", "loopback", "unmanaged", ""));
        return rows;
    }

    /** What is up by other hands has a profile that NetworkManager has made up. */
    private List<String> device(String name, String type, boolean isUp) {
        NetworkManagerProfile profile = manager.active().get(name);
        if (profile != null) {
            return List.of(name, type, "connected", profile.id());
        }
        return isUp ? List.of(name, type, "connected (externally)", name) : List.of(name, type, "disconnected", "");
    }

    private List<List<String>> active() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "System eth0",
                "5fb06bd0-0bb0-7ffb-45f1-d6edd65f3e03",
                "eth0",
                "/etc/NetworkManager/system-connections/eth0.nmconnection"));
        manager.active().forEach((name, profile) -> rows.add(row(profile, name)));
        return rows;
    }

    private List<List<String>> profiles() {
        Map<NetworkManagerProfile, String> names = manager.active().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey, (one, other) -> one));
        return Stream.concat(
                        active().stream(),
                        manager.profiles().stream()
                                .filter(profile -> !names.containsKey(profile))
                                .map(profile -> row(profile, "")))
                .toList();
    }

    private static List<String> row(NetworkManagerProfile profile, String name) {
        return List.of(profile.id(), profile.uuid(), name, profile.path());
    }
}
