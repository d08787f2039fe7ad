package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.lab.disk.VirtualLink;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code /sys/class/net} (Documentation/ABI/testing/sysfs-class-net; ipoib_main.c, ipoib_cm.c). */
final class NetSysfs implements VirtualFolder {
    private static final HexFormat COLONS = HexFormat.ofDelimiter(":");
    private static final String ARPHRD_INFINIBAND = "32";
    private static final String ETHERNET = "1";

    /** A wish that a file of sysfs takes. */
    @FunctionalInterface
    interface Wish {
        void apply(String text) throws Errno;
    }

    /** Where an interface sits, as sysfs tells it. */
    record Seat(String driver, int port, PortGuid guid) {}

    private final IpoibKernel kernel;
    private final Function<IpoibDevice, Seat> seats;
    private final Map<String, VirtualFolder> plain = new LinkedHashMap<>();

    /**
     * The folder with the interfaces of a kernel, and others.
     *
     * @param seats tells where an interface sits
     */
    NetSysfs(IpoibKernel kernel, Function<IpoibDevice, Seat> seats) {
        this.kernel = kernel;
        this.seats = seats;
    }

    /** Adds an interface that is no IPoIB and never changes. */
    void addPlain(String name, int index, String type, int mtu, String address) {
        plain.put(
                name,
                VirtualFolder.of(Map.of(
                        "type", text(() -> type),
                        "ifindex", text(() -> Integer.toString(index)),
                        "iflink", text(() -> Integer.toString(index)),
                        "mtu", text(() -> Integer.toString(mtu)),
                        "address", text(() -> address),
                        "operstate", text(() -> name.equals("lo") ? "unknown" : "up"),
                        "carrier", text(() -> "1"),
                        "carrier_changes", text(() -> "1"))));
    }

    @Override
    public Collection<String> names() {
        return Stream.of(
                        plain.keySet().stream(),
                        kernel.devices().stream().map(IpoibDevice::name),
                        kernel.bonds().all().stream().map(Bond::name))
                .flatMap(all -> all)
                .toList();
    }

    @Override
    public Optional<Virtual> entry(String name) {
        return Optional.<Virtual>ofNullable(plain.get(name))
                .or(() -> kernel.device(name).map(this::folder))
                .or(() -> kernel.bonds().find(name).map(this::bond));
    }

    private VirtualFolder folder(IpoibDevice device) {
        Seat seat = seats.apply(device);
        Map<String, Virtual> files = new HashMap<>();
        files.put("type", text(() -> ARPHRD_INFINIBAND));
        files.put("ifindex", text(() -> Integer.toString(device.index())));
        files.put("iflink", text(() -> Integer.toString(parent(device))));
        files.put("mtu", text(() -> Integer.toString(device.mtu()), wish -> device.changeMtu(number(wish))));
        files.put("address", text(() -> address(device, seat.guid())));
        files.put("broadcast", text(() -> broadcast(device.pkey())));
        files.put("operstate", text(() -> device.hasCarrier() ? "up" : "down"));
        files.put("carrier", carrier(device::isUp, device::hasCarrier));
        files.put("carrier_changes", text(() -> Long.toString(device.carrierChanges())));
        files.put("dev_port", text(() -> Integer.toString(seat.port() - 1)));
        files.put("dev_id", text(() -> "0x%x".formatted(seat.port() - 1)));
        kernel.bonds().of(device.name()).ifPresent(bond -> files.put("master", new VirtualLink("../" + bond.name())));
        if (device.isBare()) {
            return VirtualFolder.of(files);
        }
        files.put("mode", text(() -> device.mode().word(), device::changeMode));
        files.put("pkey", text(() -> "0x%04x".formatted(device.pkey().value())));
        if (device.parent().isEmpty()) {
            files.put("device", VirtualFolder.of(Map.of("uevent", text(() -> "DRIVER=" + seat.driver()))));
            files.put("create_child", wish(text -> kernel.createChild(device.name(), pkey(text))));
            files.put("delete_child", wish(text -> kernel.deleteChild(device.name(), pkey(text))));
        } else {
            files.put("parent", text(() -> device.parent().orElse("")));
        }
        return VirtualFolder.of(files);
    }

    /** A bond looks like its slaves (bond_main.c: bond_setup_by_slave) and has a folder of its own (bond_sysfs.c). */
    private VirtualFolder bond(Bond bond) {
        Map<String, Virtual> files = new HashMap<>();
        files.put("type", text(() -> bond.slaves().isEmpty() ? ETHERNET : ARPHRD_INFINIBAND));
        files.put("ifindex", text(() -> Integer.toString(bond.index())));
        files.put("iflink", text(() -> Integer.toString(bond.index())));
        files.put("mtu", text(() -> Integer.toString(bond.mtu()), wish -> bond.changeMtu(number(wish))));
        files.put("operstate", text(() -> bond.hasCarrier() ? "up" : "down"));
        files.put("carrier", carrier(bond::isUp, bond::hasCarrier));
        bond.active().ifPresent(slave -> {
            files.put("address", text(() -> address(slave, seats.apply(slave).guid())));
            files.put("broadcast", text(() -> broadcast(slave.pkey())));
        });
        bond.slaves().forEach(slave -> files.put("lower_" + slave.name(), new VirtualLink("../" + slave.name())));
        files.put(
                "bonding",
                VirtualFolder.of(Map.of(
                        "mode", text(() -> "active-backup 1"),
                        "active_slave",
                                text(() -> bond.active().map(IpoibDevice::name).orElse("")),
                        "slaves",
                                text(() -> bond.slaves().stream()
                                        .map(IpoibDevice::name)
                                        .collect(Collectors.joining(" "))))));
        return VirtualFolder.of(files);
    }

    private int parent(IpoibDevice device) {
        return device.parent().flatMap(kernel::device).map(IpoibDevice::index).orElse(device.index());
    }

    /** Flags, queue pair and GID (RFC 4391, 9.1.1; ipoib_cm.h: IPOIB_FLAGS_RC). */
    static String address(IpoibDevice device, PortGuid guid) {
        return COLONS.formatHex(ByteBuffer.allocate(20)
                .put((byte) (device.canConnect() ? 0x80 : 0))
                .put(new byte[] {0, 2, (byte) (8 + device.index())})
                .put(new Gid(0xfe80L << 48, guid.value()).toBytes())
                .array());
    }

    private static String broadcast(PKey pkey) {
        return COLONS.formatHex(ByteBuffer.allocate(20)
                .putInt(0x00ff_ffff)
                .put(Gid.ipoibBroadcast(pkey).toBytes())
                .array());
    }

    /** Of an interface that is down it cannot be read (net-sysfs.c, carrier_show). */
    private static Attribute carrier(BooleanSupplier isUp, BooleanSupplier hasCarrier) {
        return () -> {
            if (!isUp.getAsBoolean()) {
                throw new Errno("EINVAL", "carrier");
            }
            return Bytes.ofUtf8(hasCarrier.getAsBoolean() ? "1\n" : "0\n");
        };
    }

    private static int number(String text) throws Errno {
        return Optional.of(text.strip())
                .filter(t -> t.matches("\\d{1,9}"))
                .map(Integer::parseInt)
                .orElseThrow(() -> new Errno("EINVAL", text));
    }

    /** 0 and 0x8000 are no P_Keys (ipoib_main.c, create_child_store). */
    private static PKey pkey(String text) throws Errno {
        return PKey.parse(text.strip()).orElseThrow(() -> new Errno("EINVAL", text));
    }

    static Attribute text(Supplier<String> value) {
        return () -> Bytes.ofUtf8(value.get() + "\n");
    }

    private static Attribute text(Supplier<String> value, Wish wish) {
        return new Attribute() {
            @Override
            public Bytes read() {
                return Bytes.ofUtf8(value.get() + "\n");
            }

            @Override
            public void write(Bytes text) throws Errno {
                wish.apply(text.latin1());
            }
        };
    }

    private static Attribute wish(Wish wish) {
        return new Attribute() {
            @Override
            public Bytes read() throws Errno {
                throw new Errno("EACCES", "write only");
            }

            @Override
            public void write(Bytes text) throws Errno {
                wish.apply(text.latin1());
            }
        };
    }
}
