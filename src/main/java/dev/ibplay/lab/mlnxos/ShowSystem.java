package dev.ibplay.lab.mlnxos;

import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import java.util.ArrayList;
import java.util.List;

/** What a switch says of itself as a whole. */
final class ShowSystem {
    private ShowSystem() {}

    static List<String> version(SimulatedSwitch device) {
        SwitchModel model = device.model();
        return List.of(
                labelled("Product name:", model.product()),
                labelled("Product release:", model.release()),
                labelled("Build ID:", "#1-lab"),
                labelled("Target arch:", "x86_64"),
                labelled("Version summary:", "X86_64 " + model.release() + " 2018-01-02 03:04:05 x86_64"),
                "",
                labelled("Product model:", model.processor()),
                labelled("Host ID:", "02C9AB010203"));
    }

    static List<String> hosts(SimulatedSwitch device) {
        return List.of("Hostname: " + device.model().hostName(), "Name server: 192.0.2.53 (configured)");
    }

    static List<String> protocols(SimulatedSwitch device) {
        return device.model().has(Quirk.ETHERNET)
                ? List.of(labelled("Ethernet:", "enabled"), labelled(" lldp:", "enabled"))
                : List.of(
                        labelled("Infiniband:", "enabled"),
                        labelled(" sm:", device.running().sm() ? "enabled" : "disabled"),
                        labelled(" router:", "disabled"));
    }

    static List<String> running(SimulatedSwitch device) {
        return configuration(device, "running", device.running());
    }

    static List<String> saved(SimulatedSwitch device) {
        return configuration(device, "initial", device.saved());
    }

    private static List<String> configuration(SimulatedSwitch device, String name, SwitchSettings settings) {
        List<String> lines = new ArrayList<>(List.of(
                "##",
                "## " + (name.equals("running") ? "Running" : "Saved") + " database \"" + name + "\"",
                "## Hostname: " + device.model().hostName(),
                "##",
                "",
                "##",
                "## Other InfiniBand configuration",
                "##"));
        if (!device.model().has(Quirk.ETHERNET)) {
            boolean ofNode = !device.model().has(Quirk.NO_NODE_PRIORITY);
            settings.lines(device.model().hostName(), ofNode).forEach(line -> lines.add("   " + line));
        }
        lines.addAll(List.of(
                "   ",
                "##",
                "## Local user account configuration",
                "##",
                "   username admin password 7 $1$lab$notAHashThatAnybodyHas",
                "no interface mgmt0 shutdown"));
        return lines;
    }

    private static String labelled(String label, String value) {
        return "%-19s%s".formatted(label, value);
    }
}
