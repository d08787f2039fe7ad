package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.netstack.PortMtuRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What the drivers let the ports of a host do. mlx5's firmware alone decides; MLNX_OFED's mlx4_core until version 2 says 2048
 * unless {@code set_4k_mtu} is given; upstream's says 4096 unless a port's attribute {@code mlx4_portN_mtu} was written, which
 * a udev rule may do at each start of the driver (mlx4/main.c: set_port_ib_mtu, mlx4_dev_cap).
 */
final class PortMtus {
    /** Where the functions of that driver are: a folder for each adapter. */
    static final String FUNCTIONS = "/sys/bus/pci/drivers/mlx4_core";

    private static final String MLX4 = "mlx4_core";

    private final List<HostPort> ports;
    private final KernelModules modules;
    private final Consumer<LinuxHost.Adapter> restart;
    private final Map<HostPort, Mtu> devices = new HashMap<>();
    private final Map<HostPort, Mtu> written = new ConcurrentHashMap<>();

    /**
     * Of ports whose devices can do what the fabric has of them now.
     *
     * @param restart takes all ports of an adapter down and up again
     */
    PortMtus(List<HostPort> ports, KernelModules modules, Consumer<LinuxHost.Adapter> restart) {
        this.ports = List.copyOf(ports);
        this.modules = modules;
        this.restart = restart;
        ports.forEach(port -> devices.put(port, port.view().mtuCap()));
    }

    /** The drivers start: attributes are what udev's rules say. */
    void start(Disk disk) {
        written.clear();
        PortMtuRules rules = PortMtuRules.parse(KernelModules.text(disk, PortMtuRules.PATH));
        ports.stream()
                .filter(PortMtus::hasAttribute)
                .forEach(port ->
                        rules.value(attribute(port)).flatMap(PortMtus::parse).ifPresent(mtu -> written.put(port, mtu)));
    }

    private static boolean hasAttribute(HostPort port) {
        return port.adapter().driver().equals(MLX4) && port.adapter().origin() == LinuxHost.Origin.UPSTREAM;
    }

    private static String attribute(HostPort port) {
        return "mlx4_port" + port.number() + "_mtu";
    }

    /** kstrtoint, then int_to_ibta_mtu. */
    private static Optional<Mtu> parse(String text) {
        return KernelModule.Type.INT.parse(text.strip()).flatMap(number -> Mtu.ofBytes(Integer.parseInt(number)));
    }

    /** MtuCap of a port. */
    Mtu of(HostPort port) {
        Mtu device = Optional.ofNullable(devices.get(port)).orElse(Mtu.MTU_2048);
        Mtu driver = driver(port);
        return driver.bytes() < device.bytes() ? driver : device;
    }

    private Mtu driver(HostPort port) {
        if (!port.adapter().driver().equals(MLX4)) {
            return Mtu.MTU_4096;
        }
        if (hasAttribute(port)) {
            return Optional.ofNullable(written.get(port)).orElse(Mtu.MTU_4096);
        }
        boolean isWide =
                modules.value(MLX4, "set_4k_mtu").filter(v -> !v.equals("0")).isPresent();
        return isWide ? Mtu.MTU_4096 : Mtu.MTU_2048;
    }

    /** {@link #FUNCTIONS}, with the attributes of each function; empty without such an adapter. */
    Map<String, Virtual> functions() {
        Map<String, Map<String, Virtual>> functions = new HashMap<>();
        List<LinuxHost.Adapter> adapters =
                ports.stream().map(HostPort::adapter).distinct().toList();
        for (HostPort port : ports) {
            if (port.adapter().driver().equals(MLX4)) {
                // A bus of its own for each adapter.
                String function = "0000:%02x:00.0".formatted(5 + adapters.indexOf(port.adapter()));
                Map<String, Virtual> attributes = functions.computeIfAbsent(function, name -> new HashMap<>());
                attributes.put("mlx4_port" + port.number(), NetSysfs.text(() -> "ib"));
                if (hasAttribute(port)) {
                    attributes.put(attribute(port), new MtuAttribute(port));
                }
            }
        }
        Map<String, Virtual> folders = new HashMap<>();
        functions.forEach((name, attributes) -> folders.put(name, VirtualFolder.of(attributes)));
        return folders;
    }

    private final class MtuAttribute implements Attribute {
        private final HostPort port;

        MtuAttribute(HostPort port) {
            this.port = port;
        }

        @Override
        public Bytes read() {
            return Bytes.ofUtf8(driver(port).bytes() + "\n");
        }

        @Override
        public void write(Bytes value) throws Errno {
            Mtu mtu = parse(value.latin1()).orElseThrow(() -> new Errno("EINVAL", attribute(port)));
            written.put(port, mtu);
            restart.accept(port.adapter());
        }

        @Override
        public int mode() {
            return 0644;
        }
    }
}
