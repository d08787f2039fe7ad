package dev.ibplay.lab.esxi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The VMkernel's modules and their options. What was set counts from the next boot on. */
final class KernelModules {
    static final String MLX4 = "mlx4_core";

    private static final List<String> INFINIBAND =
            List.of(MLX4, "mlx4_ib", "ib_core", "ib_mad", "ib_sa", "ib_umad", "ib_cm", "ib_ipoib", "ib_srp");

    /** An option of a module. */
    record Parameter(String name, String type, String description) {}

    private static final Map<String, List<Parameter>> PARAMETERS = Map.of(
            MLX4,
            List.of(
                    new Parameter("block_loopback", "int", "Block multicast loopback packets if > 0"),
                    new Parameter("debug_level", "int", "Enable debug tracing if > 0"),
                    new Parameter("log_num_qp", "int", "log maximum number of QPs per HCA"),
                    new Parameter("msi_x", "int", "attempt to use MSI-X if nonzero"),
                    new Parameter("mtu_4k", "int", "configure 4k mtu (mtu_4k > 0)")),
            "mlx4_ib",
            List.of(new Parameter("debug_level", "int", "Enable debug tracing if > 0")),
            "ib_ipoib",
            List.of(
                    new Parameter("recv_queue_size", "int", "Number of descriptors in receive queue"),
                    new Parameter("send_queue_size", "int", "Number of descriptors in send queue")),
            "igb",
            List.of(new Parameter(
                    "RSS", "array of int", "Number of RSS queues (0-8), default 1 = 1 queue: Range [0 - 8]")),
            "nmlx5_core",
            List.of(
                    new Parameter(
                            "max_vfs",
                            "array of uint",
                            "Number of PCI VFs to initialize\nValues : Array of 'uint' of range 0-128, 0 - disabled\nDefault: 0")));

    private final boolean hasInfiniband;
    private final String ethernet;
    private final Map<String, Set<String>> more;
    private final EsxiState state;

    /**
     * Those of a host.
     *
     * @param more names of options that its modules have besides
     */
    KernelModules(EsxiRelease release, boolean hasInfiniband, Map<String, Set<String>> more, EsxiState state) {
        this.more = Map.copyOf(more);
        this.hasInfiniband = hasInfiniband;
        this.ethernet = ethernet(release);
        this.state = state;
    }

    /** The driver of vmnic0. */
    static String ethernet(EsxiRelease release) {
        return release.hasIpoib() ? "igb" : "nmlx5_core";
    }

    List<String> all() {
        List<String> names = new ArrayList<>(List.of("vmkernel", "procfs", "tcpip4", ethernet));
        if (hasInfiniband) {
            names.addAll(INFINIBAND);
        }
        return names;
    }

    /** The options that a module knows; empty where there is no such module. */
    Optional<List<Parameter>> parameters(String module) {
        if (!all().contains(module)) {
            return Optional.empty();
        }
        List<Parameter> known = new ArrayList<>(PARAMETERS.getOrDefault(module, List.of()));
        new TreeSet<>(more.getOrDefault(module, Set.of()))
                .stream()
                        .filter(name ->
                                known.stream().noneMatch(each -> each.name().equals(name)))
                        .map(name -> new Parameter(name, "int", ""))
                        .forEach(known::add);
        return Optional.of(known);
    }

    /** What the options of a module are set to, which it may not have been loaded with. */
    Map<String, String> configured(String module) {
        return read(state.running().parameters().getOrDefault(module, ""));
    }

    /** Whether ports of mlx4 were told at the last boot to do 4096 bytes. */
    boolean isWide() {
        String value = read(state.loaded(MLX4)).getOrDefault("mtu_4k", "0");
        return value.matches("[1-9]\\d{0,8}");
    }

    static Map<String, String> read(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : text.strip().split("\\s+", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return values;
    }
}
