package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.InterfacesFiles;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.NetworkdFiles;
import dev.ibplay.netstack.Placement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A host's network stack: writes its first files, and says what they want of an interface when the host boots. */
final class NetworkFiles {
    private static final int MODE = 0644;
    private static final String NETWORKD = "/etc/systemd/network";

    private final Disk disk;
    private final LinuxHost.Stack stack;

    NetworkFiles(Disk disk, LinuxHost.Stack stack) {
        this.disk = disk;
        this.stack = stack;
    }

    /** The files of a host that is made. */
    void write(List<LinuxHost.Interface> interfaces) throws Errno {
        switch (stack) {
            case IFUPDOWN -> {
                StringBuilder text = new StringBuilder("""
                        # interfaces(5)
                        source /etc/network/interfaces.d/*

                        auto lo
                        iface lo inet loopback
                        """);
                interfaces.forEach(each -> text.append(stanza(each)));
                disk.folders("/etc/network/interfaces.d");
                disk.write(InterfacesFiles.MAIN, Bytes.ofUtf8(text.toString()), MODE);
            }
            case NETWORKD -> {
                disk.folders(NETWORKD);
                for (LinuxHost.Interface each : interfaces) {
                    disk.write(NETWORKD + "/20-" + each.name() + ".network", Bytes.ofUtf8(network(each)), MODE);
                }
            }
        }
    }

    private static String stanza(LinuxHost.Interface each) {
        return "\nauto %1$s\niface %1$s inet static\n\taddress %2$s\n\tpre-up echo %3$s > /sys/class/net/%1$s/mode\n%4$s"
                .formatted(
                        each.name(),
                        each.address(),
                        each.mode().word(),
                        each.mtu().map(mtu -> "\tmtu " + mtu + "\n").orElse(""));
    }

    private static String network(LinuxHost.Interface each) {
        return "[Match]\nName=%s\n%s\n[Network]\nLinkLocalAddressing=no\nIPv6AcceptRA=no\nAddress=%s\n\n[IPoIB]\nMode=%s\n"
                .formatted(
                        each.name(),
                        each.mtu()
                                .map(mtu -> "\n[Link]\nMTUBytes=" + mtu + "\n")
                                .orElse(""),
                        each.address(),
                        each.mode().word());
    }

    /** What the files say of an interface now; empty where they leave it alone. */
    Optional<InterfaceFile> of(String interfaceName) {
        return placement(interfaceName) instanceof Placement.InFile placed
                ? Optional.of(placed.file())
                : Optional.empty();
    }

    /** The file that networkd would say it has applied. */
    Optional<String> networkdFile(String interfaceName) {
        return stack == LinuxHost.Stack.NETWORKD && placement(interfaceName) instanceof Placement.InFile placed
                ? Optional.of(placed.path())
                : Optional.empty();
    }

    private Placement placement(String interfaceName) {
        NetworkLink link = NetworkLink.named(interfaceName);
        return switch (stack) {
            case IFUPDOWN -> new InterfacesFiles(read(InterfacesFiles.MAIN, "/etc/network/interfaces.d/*")).find(link);
            case NETWORKD -> new NetworkdFiles(read(NETWORKD + "/*.network", NETWORKD + "/*.d/*.conf")).find(link);
        };
    }

    private List<ConfigFile> read(String... patterns) {
        return Stream.of(patterns)
                .flatMap(pattern -> disk.glob(pattern).stream())
                .flatMap(
                        path -> disk.tryToRead(path).map(content -> new ConfigFile(path, content.lossyText())).stream())
                .toList();
    }

    /** The values that a boot sets, in the order in which the stacks do: mode before MTU. */
    void bringUp(IpoibKernel kernel, IpoibDevice device) throws Errno {
        Optional<InterfaceFile> file = of(device.name());
        if (file.isEmpty()) {
            return;
        }
        Optional<IpoibMode> mode = file.get().mode();
        if (mode.isPresent()) {
            device.changeMode(mode.get().word() + "\n");
        }
        Optional<Integer> mtu = file.get().mtu();
        if (mtu.isPresent()) {
            device.changeMtu(mtu.get());
        }
        kernel.setUp(device.name(), true);
    }
}
