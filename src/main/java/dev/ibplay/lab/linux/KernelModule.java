package dev.ibplay.lab.linux;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A module as it lies on a host's disk.
 *
 * @param parameters by name
 */
record KernelModule(String name, Map<String, Parameter> parameters) {
    KernelModule {
        parameters = Map.copyOf(new TreeMap<>(parameters));
    }

    /** How the kernel reads a parameter's value, and prints it in sysfs (kernel/params.c). */
    enum Type {
        INT,
        BOOL;

        /** In base 16, 8 or 10. */
        private static final Pattern NUMBER =
                Pattern.compile("[+-]?(?:0[xX][0-9a-fA-F]{1,7}|0[0-7]{0,10}|[1-9]\\d{0,8})");

        /** The value as sysfs shows it; empty for what the kernel refuses. */
        Optional<String> parse(String text) {
            return switch (this) {
                case INT ->
                    NUMBER.matcher(text).matches()
                            ? Optional.of(Integer.toString(Integer.decode(text)))
                            : Optional.empty();
                case BOOL -> flag(text.toLowerCase(Locale.ROOT));
            };
        }

        /** kstrtobool looks at the first letter, of "on" and "off" at two; a name without a value means yes. */
        private static Optional<String> flag(String text) {
            if (text.isEmpty() || text.startsWith("y") || text.startsWith("1") || text.startsWith("on")) {
                return Optional.of("Y");
            }
            return text.startsWith("n") || text.startsWith("0") || text.startsWith("of")
                    ? Optional.of("N")
                    : Optional.empty();
        }
    }

    /**
     * A parameter.
     *
     * @param initial what it is where nobody says anything, as sysfs shows it
     */
    record Parameter(Type type, String initial, String description) {}

    private static Parameter number(int initial, String description) {
        return new Parameter(Type.INT, Integer.toString(initial), description);
    }

    /** IPoIB (ipoib_main.c); what MLNX_OFED adds is there with its drivers only. */
    static KernelModule ipoib(boolean ofed) {
        Map<String, Parameter> parameters = new TreeMap<>(Map.of(
                "send_queue_size", number(256, "Number of descriptors in send queue"),
                "recv_queue_size", number(512, "Number of descriptors in receive queue"),
                "max_nonsrq_conn_qp", number(128, "Max number of connected-mode QPs per interface"),
                "debug_level", number(0, "Enable debug tracing if > 0")));
        if (ofed) {
            parameters.put("ipoib_enhanced", number(1, "Enable IPoIB enhanced for capable devices"));
        }
        return new KernelModule("ib_ipoib", parameters);
    }

    /** mlx4's main module (mlx4/main.c); {@code set_4k_mtu} is MLNX_OFED's until its version 2. */
    static KernelModule mlx4(boolean ofed) {
        Map<String, Parameter> parameters = new TreeMap<>(Map.of(
                "log_num_mgm_entry_size", number(-10, "log mgm size, that defines the num of qp per mcg"),
                "msi_x", number(1, "0 - don't use MSI-X, 1 - use MSI-X"),
                "enable_64b_cqe_eqe", new Parameter(Type.BOOL, "Y", "Enable 64 byte CQEs/EQEs")));
        if (ofed) {
            parameters.put("set_4k_mtu", number(0, "attempt to set 4K MTU to all ConnectX ports"));
        }
        return new KernelModule("mlx4_core", parameters);
    }

    /** mlx5's main module (mlx5/core/main.c). */
    static KernelModule mlx5() {
        return new KernelModule(
                "mlx5_core",
                Map.of(
                        "debug_mask", number(0, "debug mask: 1 = dump cmd data, 2 = dump cmd exec time"),
                        "prof_sel", number(2, "profile selector. Valid range 0 - 2")));
    }

    /** One without parameters. */
    static KernelModule plain(String name) {
        return new KernelModule(name, Map.of());
    }
}
