package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.mlnxos.SwitchModel.LabSwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The InfiniBand ports of a switch. */
final class ShowPorts {
    /** What a switch calls MTUs. */
    static final Set<String> MTUS = Set.of("256", "512", "1K", "2K", "4K");

    private static final int KIBI = 1024;

    private ShowPorts() {}

    static List<String> all(SimulatedSwitch device) {
        List<String> lines = new ArrayList<>();
        for (LabSwitchPort port : device.model().ports()) {
            lines.addAll(block(device, port));
            lines.add("");
        }
        return lines;
    }

    static List<String> one(SimulatedSwitch device, String name) {
        return device.model().ports().stream()
                .filter(port -> port.name().equals(name))
                .findFirst()
                .map(port -> block(device, port))
                .orElse(List.of("% No such interface: " + name));
    }

    static List<String> setMtu(CliUser user, List<String> values) {
        SimulatedSwitch device = user.device();
        boolean known =
                device.model().ports().stream().anyMatch(port -> port.name().equals(values.getFirst()));
        if (!known || !MTUS.contains(values.get(1))) {
            return List.of("% Invalid interface or MTU");
        }
        device.change(device.running().withPortMtu(values.getFirst(), values.get(1)));
        return List.of();
    }

    private static List<String> block(SimulatedSwitch device, LabSwitchPort port) {
        String set = device.running().portMtus().get(port.name());
        Mtu mtu = set == null ? port.cap() : mtu(set);
        boolean linked = port.linked();
        return List.of(
                "IB" + port.name() + " state:",
                labelled("Logical port state", linked ? (device.smRuns() ? "Active" : "Initialize") : "Down"),
                labelled("Physical port state", linked ? "LinkUp" : "Polling"),
                labelled("Current line rate", linked ? "56.0 Gbps" : "-"),
                labelled("Supported speeds", "sdr, ddr, qdr, fdr10, fdr"),
                labelled("Speed", linked ? "fdr" : "-"),
                labelled("Width", linked ? "4X" : "-"),
                labelled("Max supported MTU", port.cap().toString()),
                labelled("MTU", linked ? mtu.toString() : "-"),
                labelled("Description", ""),
                labelled("IB Subnet", "infiniband-default"));
    }

    private static Mtu mtu(String word) {
        int bytes = word.endsWith("K")
                ? Integer.parseInt(word.substring(0, word.length() - 1)) * KIBI
                : Integer.parseInt(word);
        return Mtu.ofBytes(bytes).orElseThrow();
    }

    private static String labelled(String label, String value) {
        return "    %-28s: %s".formatted(label, value);
    }
}
