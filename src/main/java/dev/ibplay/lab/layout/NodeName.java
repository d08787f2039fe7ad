package dev.ibplay.lab.layout;

import dev.ibplay.ib.DeviceId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an adapter's node description says. rdma-ndd and the drivers write the host's name and the device's: {@code node07 mlx5_0},
 * {@code node07 HCA-1}; an adapter whose host has written nothing has its firmware's text.
 *
 * @param host empty where it is not told
 * @param device the kernel's name; empty where it is not told
 */
record NodeName(Optional<String> host, Optional<String> device) {
    private static final NodeName NONE = new NodeName(Optional.empty(), Optional.empty());

    /** What OFED's scripts write, whatever the driver: the adapters are counted from 1. */
    private static final Pattern COUNTED = Pattern.compile("HCA-(\\d{1,3})");

    /** Names of drivers, and those that udev makes of places on the bus (rdma-core: rdma_rename). */
    private static final Pattern DEVICE = Pattern.compile(
            "(?:mlx[45]|mthca|qib|ipath|hfi1|ehca|ib|roce|rocep|ibp|irdma|rdma)[A-Za-z0-9_]*\\d[A-Za-z0-9_]*");

    private static final Pattern WORDS = Pattern.compile("(.*?)(?:\\s+(\\S+))?");

    /** PCI device numbers of ConnectX to ConnectX-3 Pro; everything newer is mlx5's (rdma-core, mlx4.c and mlx5.c). */
    private static final int FIRST_MLX4_OLD = 0x6340;

    private static final int LAST_MLX4_OLD = 0x6778;
    private static final int FIRST_MLX4 = 0x1000;
    private static final int LAST_MLX4 = 0x1010;

    static NodeName of(String description) {
        String text = description.strip();
        Matcher words = WORDS.matcher(text);
        if (text.isEmpty() || isOfFirmware(text) || !words.matches()) {
            return NONE;
        }
        Optional<String> last = Optional.ofNullable(words.group(2));
        Optional<String> device = last.flatMap(NodeName::device);
        return new NodeName(Optional.of(device.isPresent() ? words.group(1) : text), device);
    }

    /** {@code MT25408 ConnectX Mellanox Technologies}, {@code MT4129 ConnectX7   Mellanox Technologies}. */
    private static boolean isOfFirmware(String text) {
        return text.contains("Mellanox Technologies") || text.matches("MT\\d+ .*|Infiniscale.*|ConnectX.*");
    }

    private static Optional<String> device(String word) {
        Matcher counted = COUNTED.matcher(word);
        if (counted.matches()) {
            return Optional.of(word);
        }
        return DEVICE.matcher(word).matches() ? Optional.of(word) : Optional.empty();
    }

    /** The driver: what the name says, else what the device's number says. */
    String driver(DeviceId id) {
        boolean old = (id.device() >= FIRST_MLX4 && id.device() <= LAST_MLX4)
                || (id.device() >= FIRST_MLX4_OLD && id.device() <= LAST_MLX4_OLD);
        return device.filter(name -> name.startsWith("mlx4")).isPresent()
                        || (old
                                && device.filter(name -> name.startsWith("mlx5"))
                                        .isEmpty())
                ? "mlx4_core"
                : "mlx5_core";
    }

    /** The name for the kernel; nothing where the number is only counted or not told. */
    Optional<String> kernelName() {
        return device.filter(name -> !COUNTED.matcher(name).matches());
    }
}
