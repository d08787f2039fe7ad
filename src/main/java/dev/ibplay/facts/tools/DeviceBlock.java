package dev.ibplay.facts.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of keys with values, of an adapter or of one of its ports, as ibstat, ibv_devinfo and vstat print them. Indentation
 * does not count, since it is lost on many ways; a key that comes twice keeps its first value.
 *
 * @param kind what the tool calls the adapter; empty where it has no word for it
 */
record DeviceBlock(String kind, String name, Map<String, String> values, List<DeviceBlock> ports) {

    /**
     * How a tool marks its blocks.
     *
     * @param device a line that begins an adapter: its name in one group, or its kind and its name in two
     * @param port a line that begins a port; its group is the number, at most three digits
     * @param value a line with a key and a value: two groups
     */
    record Grammar(Pattern device, Pattern port, Pattern value) {}

    private DeviceBlock(String kind, String name) {
        this(kind, name, new LinkedHashMap<>(), new ArrayList<>());
    }

    /** The adapters; ports before the first one belong to one that is {@link AdapterText#UNNAMED}. */
    static List<DeviceBlock> read(List<String> lines, Grammar grammar) {
        List<DeviceBlock> devices = new ArrayList<>();
        Optional<DeviceBlock> current = Optional.empty();
        for (String text : lines) {
            String line = text.strip();
            Matcher device = grammar.device().matcher(line);
            Matcher port = grammar.port().matcher(line);
            Matcher value = grammar.value().matcher(line);
            if (device.matches()) {
                current = Optional.of(new DeviceBlock(
                        device.groupCount() > 1 ? device.group(1) : "", device.group(device.groupCount())));
                devices.add(current.get());
            } else if (port.matches()) {
                if (devices.isEmpty()) {
                    devices.add(new DeviceBlock("", AdapterText.UNNAMED));
                }
                current = Optional.of(new DeviceBlock("", port.group(1)));
                devices.getLast().ports().add(current.get());
            } else if (value.matches()) {
                current.ifPresent(block -> block.values()
                        .putIfAbsent(value.group(1), value.group(2).strip()));
            }
        }
        return devices;
    }

    int number() {
        return Integer.parseInt(name);
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
    }

    /**
     * What is missing of an adapter's ports.
     *
     * @param key the key whose value says how many there are; where it is missing, the ports that are there are all
     * @param found how many could be read
     */
    Optional<String> missingPorts(String key, int found) {
        int announced = text(key).flatMap(text -> NumberText.parse(text, 255)).orElse(ports.size());
        return found < Math.max(announced, ports.size())
                ? Optional.of("the output is cut: %s has %d of %d ports"
                        .formatted(name, found, Math.max(announced, ports.size())))
                : Optional.empty();
    }
}
