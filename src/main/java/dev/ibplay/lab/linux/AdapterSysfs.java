package dev.ibplay.lab.linux;

import static dev.ibplay.lab.linux.NetSysfs.text;

import dev.ibplay.ib.Gid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.lab.fabric.PortView;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code /sys/class/infiniband} (Documentation/ABI/stable/sysfs-class-infiniband), and {@code infiniband_mad} beside it. */
final class AdapterSysfs {
    private final List<HostPort> ports;
    private final IpoibKernel kernel;

    AdapterSysfs(List<HostPort> ports, IpoibKernel kernel) {
        this.ports = List.copyOf(ports);
        this.kernel = kernel;
    }

    private List<LinuxHost.Adapter> adapters() {
        return ports.stream().map(HostPort::adapter).distinct().toList();
    }

    /** {@code /sys/class/infiniband}. */
    VirtualFolder infiniband() {
        return folder(
                () -> adapters().stream().map(LinuxHost.Adapter::name).toList(),
                name -> adapters().stream()
                        .filter(a -> a.name().equals(name))
                        .findFirst()
                        .map(this::adapter));
    }

    /** {@code /sys/class/infiniband_mad}: one entry for each port, in the order of the adapters. */
    VirtualFolder umads() {
        Map<String, Virtual> entries = new LinkedHashMap<>();
        for (HostPort port : ports) {
            entries.put(
                    "umad" + entries.size(),
                    VirtualFolder.of(Map.of(
                            "ibdev", text(port.adapter()::name), "port", text(() -> Integer.toString(port.number())))));
        }
        entries.put("abi_version", text(() -> "5"));
        return VirtualFolder.of(entries);
    }

    private static VirtualFolder folder(Supplier<List<String>> names, Function<String, Optional<Virtual>> entry) {
        return new VirtualFolder() {
            @Override
            public Collection<String> names() {
                return names.get();
            }

            @Override
            public Optional<Virtual> entry(String name) {
                return entry.apply(name);
            }
        };
    }

    private Virtual adapter(LinuxHost.Adapter adapter) {
        Map<String, Virtual> own = new HashMap<>();
        ports.stream()
                .filter(p -> p.adapter().equals(adapter))
                .forEach(p -> own.put(Integer.toString(p.number()), port(p)));
        Map<String, Virtual> nets = new HashMap<>();
        for (IpoibDevice device : kernel.devices()) {
            kernel.portOf(device.name())
                    .filter(p -> p.adapter().equals(adapter))
                    .ifPresent(p -> nets.put(
                            device.name(),
                            VirtualFolder.of(Map.of("dev_id", text(() -> "0x%x".formatted(p.number() - 1))))));
        }
        return VirtualFolder.of(Map.of(
                "fw_ver", text(() -> adapter.model().firmware()),
                "hca_type", text(() -> adapter.model().type()),
                "board_id", text(() -> adapter.model().board()),
                "node_guid", text(() -> colons(adapter.node())),
                "node_type", text(() -> "1: CA"),
                "ports", VirtualFolder.of(own),
                "device", VirtualFolder.of(Map.of("net", VirtualFolder.of(nets)))));
    }

    private static VirtualFolder port(HostPort port) {
        return VirtualFolder.of(Map.of(
                "state", value(port, p -> state(p.state())),
                "phys_state", value(port, p -> physicalState(p.physicalState())),
                "link_layer", text(() -> "InfiniBand"),
                "rate", value(port, p -> p.rate().map(Rate::toString).orElse("2.5") + " Gb/sec"),
                "lid", value(port, p -> "0x%x".formatted(p.lid().value())),
                "sm_lid", value(port, p -> "0x%x".formatted(p.smLid().value())),
                "cap_mask", value(port, p -> p.runsSm() ? "0x2651e84a" : "0x2651e848"),
                "gids", VirtualFolder.of(Map.of("0", text(() -> gid(port))))));
    }

    private static Attribute value(HostPort port, Function<PortView, String> value) {
        return text(() -> value.apply(port.view()));
    }

    private static String gid(HostPort port) {
        ByteBuffer bytes = ByteBuffer.wrap(new Gid(0xfe80L << 48, port.guid().value()).toBytes());
        return IntStream.range(0, 8)
                .mapToObj(i -> "%04x".formatted(bytes.getShort(2 * i) & 0xffff))
                .collect(Collectors.joining(":"));
    }

    private static String colons(NodeGuid guid) {
        return String.format(Locale.ROOT, "%016x", guid.value()).replaceAll("(?<=\\G.{4})(?!$)", ":");
    }

    /** The kernel's words (drivers/infiniband/core/sysfs.c, state_show); what it does not know never comes here. */
    private static String state(PortState state) {
        return switch (state) {
            case NO_CHANGE, UNKNOWN -> "0: NOP";
            case DOWN -> "1: DOWN";
            case INITIALIZE -> "2: INIT";
            case ARMED -> "3: ARMED";
            case ACTIVE -> "4: ACTIVE";
        };
    }

    /** The same, phys_state_to_str. */
    private static String physicalState(PortPhysicalState state) {
        return switch (state) {
            case NO_CHANGE, UNKNOWN -> "0: <unknown>";
            case SLEEP -> "1: Sleep";
            case POLLING -> "2: Polling";
            case DISABLED -> "3: Disabled";
            case TRAINING -> "4: PortConfigurationTraining";
            case LINK_UP -> "5: LinkUp";
            case ERROR_RECOVERY -> "6: LinkErrorRecovery";
            case PHY_TEST -> "7: Phy Test";
        };
    }
}
