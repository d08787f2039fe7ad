package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.HardwareAddress;
import dev.ibplay.netstack.NetworkLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a network stack works on: the files and the interfaces of its host. */
final class StackHost {
    private final Disk disk;
    private final IpoibKernel kernel;
    private final Addresses addresses;
    private final IpNetwork network;

    StackHost(Disk disk, IpoibKernel kernel, Addresses addresses, IpNetwork network) {
        this.disk = disk;
        this.kernel = kernel;
        this.addresses = addresses;
        this.network = network;
    }

    Disk disk() {
        return disk;
    }

    IpoibKernel kernel() {
        return kernel;
    }

    /** The files that shell patterns match. */
    List<ConfigFile> read(List<String> patterns) {
        return patterns.stream()
                .flatMap(pattern -> disk.glob(pattern).stream())
                .distinct()
                .flatMap(
                        path -> disk.tryToRead(path).map(content -> new ConfigFile(path, content.lossyText())).stream())
                .toList();
    }

    /** Writes a file, whose folders are made. */
    void write(String path, String text, int mode) throws Errno {
        disk.folders(path.substring(0, path.lastIndexOf('/')));
        disk.write(path, Bytes.ofUtf8(text), mode);
    }

    /** The ports' own interfaces, as files may choose them. */
    List<NetworkLink> ports() {
        return kernel.devices().stream()
                .filter(device -> device.parent().isEmpty())
                .map(this::link)
                .toList();
    }

    private NetworkLink link(IpoibDevice device) {
        Optional<HostPort> port = kernel.portOf(device.name());
        return new NetworkLink(
                device.name(),
                port.flatMap(p -> HardwareAddress.parse(NetSysfs.address(device, p.guid()))),
                port.map(p -> p.adapter().driver()));
    }

    /**
     * Brings interfaces up, parents before children and slaves before their bonds. What the kernel refuses stays as it was, as
     * on a real host.
     *
     * @return the names of those that came up
     */
    List<String> bringUp(List<LinkSettings> links) {
        List<String> done = new ArrayList<>();
        List<LinkSettings> ordered = links.stream()
                .sorted(Comparator.comparingInt(LinkSettings::depth))
                .toList();
        for (LinkSettings link : ordered) {
            try {
                bringUp(link, links);
                done.add(link.name());
            } catch (Errno refused) {
                // Its stack says so in a log that nobody reads here.
            }
        }
        return done;
    }

    /** Mode before MTU: the kernel sets an MTU of its own when the mode changes (ipoib_main.c: ipoib_set_mode). */
    private void bringUp(LinkSettings link, List<LinkSettings> all) throws Errno {
        make(link);
        Optional<IpoibDevice> device = kernel.device(link.name());
        if (device.isEmpty() && kernel.bonds().find(link.name()).isEmpty()) {
            throw new Errno("ENODEV", link.name());
        }
        Optional<IpoibMode> mode = link.mode();
        if (device.isPresent() && mode.isPresent()) {
            device.get().changeMode(mode.get().word() + "\n");
        }
        if (link.origin() instanceof LinkSettings.Origin.Slaves bond) {
            enslave(link.name(), bond.slaves(), all);
        }
        boolean isSlave = kernel.bonds().of(link.name()).isPresent();
        if (link.mtu().isPresent() && !isSlave) {
            kernel.changeMtu(link.name(), link.mtu().get());
        }
        if (link.up()) {
            kernel.setUp(link.name(), true);
            address(link.name(), link.addresses());
        }
    }

    private void make(LinkSettings link) throws Errno {
        switch (link.origin()) {
            case LinkSettings.Origin.Port ignored -> {}
            case LinkSettings.Origin.Slaves ignored -> kernel.bonds().make(link.name());
            case LinkSettings.Origin.Child child -> {
                if (kernel.device(link.name()).isPresent()) {
                    return;
                }
                if (child.byNetlink()) {
                    kernel.addLink(child.parent(), link.name(), child.pkey());
                } else {
                    kernel.createChild(child.parent(), child.pkey());
                }
            }
        }
    }

    private void enslave(String name, List<String> named, List<LinkSettings> all) throws Errno {
        Bond bond = kernel.bonds().make(name);
        List<String> slaves = Stream.concat(
                        named.stream(),
                        all.stream()
                                .filter(link -> link.bond().filter(name::equals).isPresent())
                                .map(LinkSettings::name))
                .distinct()
                .toList();
        for (String slave : slaves) {
            Optional<IpoibDevice> device = kernel.device(slave);
            if (device.isPresent() && kernel.bonds().of(slave).isEmpty()) {
                bond.enslave(device.get());
                kernel.setUp(slave, true);
            }
        }
    }

    private void address(String name, List<String> given) {
        addresses.set(name, given);
        given.forEach(each -> network.add(each.replaceFirst("/.*", ""), () -> kernel.receiver(name)));
    }

    /** Gives an interface that is up an address, where the files have given it none. */
    void addressOtherwise(String name, String address) {
        boolean isUp = kernel.device(name).filter(IpoibDevice::isUp).isPresent();
        if (isUp && addresses.of(name).isEmpty()) {
            address(name, List.of(address));
        }
    }

    /** Forgets all addresses, as a host that goes down. */
    void forget() {
        addresses.clear();
    }

    void takeDown(String name) throws Errno {
        kernel.setUp(name, false);
        addresses.set(name, List.of());
    }
}
