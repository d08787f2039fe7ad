package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.mlnxos.SwitchChip.ChipPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The InfiniBand ports of a switch. */
final class ShowPorts {
    /** What a switch calls MTUs. */
    static final Set<String> MTUS = Set.of("256", "512", "1K", "2K", "4K");

    private static final int KIBI = 1024;

    /** What stands for a value that a port without a link has not. */
    private static final String NONE = "-";

    /** Of four lanes, by the least rate of such a link in Gb/s. */
    private static final NavigableMap<Double, String> SPEEDS =
            new TreeMap<>(Map.of(0.0, "sdr", 20.0, "ddr", 40.0, "qdr", 56.0, "fdr", 100.0, "edr", 200.0, "hdr"));

    private ShowPorts() {}

    static List<String> all(SimulatedSwitch device) {
        List<String> lines = new ArrayList<>();
        for (ChipPort port : device.chip().ports()) {
            lines.addAll(block(port));
            lines.add("");
        }
        return lines;
    }

    static List<String> one(SimulatedSwitch device, String name) {
        return device.chip().ports().stream()
                .filter(port -> port.name().equals(name))
                .findFirst()
                .map(ShowPorts::block)
                .orElse(List.of("% No such interface: " + name));
    }

    static List<String> setMtu(CliUser user, List<String> values) {
        SimulatedSwitch device = user.device();
        boolean known =
                device.chip().ports().stream().anyMatch(port -> port.name().equals(values.getFirst()));
        if (!known || !MTUS.contains(values.get(1))) {
            return List.of("% Invalid interface or MTU");
        }
        device.change(device.running().withPortMtu(values.getFirst(), values.get(1)));
        return List.of();
    }

    private static List<String> block(ChipPort port) {
        return List.of(
                "IB" + port.name() + " state:",
                labelled("Logical port state", port.state().toString()),
                labelled("Physical port state", port.physicalState().toString()),
                labelled("Current line rate", port.rate().map(ShowPorts::line).orElse(NONE)),
                labelled("Supported speeds", String.join(", ", SPEEDS.values())),
                labelled("Speed", port.rate().map(ShowPorts::speed).orElse(NONE)),
                labelled("Width", port.isLinked() ? "4X" : NONE),
                labelled("Max supported MTU", port.cap().toString()),
                labelled("MTU", port.mtu().map(Mtu::toString).orElse(NONE)),
                labelled("Description", ""),
                labelled("IB Subnet", "infiniband-default"));
    }

    private static String line(Rate rate) {
        return String.format(Locale.ROOT, "%.1f Gbps", rate.gigabitsPerSecond());
    }

    /** Of a link of four lanes. */
    private static String speed(Rate rate) {
        return Optional.ofNullable(SPEEDS.floorEntry(rate.gigabitsPerSecond()))
                .map(Map.Entry::getValue)
                .orElse(NONE);
    }

    /** Of a switch's word. */
    static Mtu mtu(String word) {
        int bytes = word.endsWith("K")
                ? Integer.parseInt(word.substring(0, word.length() - 1)) * KIBI
                : Integer.parseInt(word);
        return Mtu.ofBytes(bytes).orElseThrow();
    }

    private static String labelled(String label, String value) {
        return "    %-28s: %s".formatted(label, value);
    }
}
