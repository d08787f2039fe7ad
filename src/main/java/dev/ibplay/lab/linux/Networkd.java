package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.NetworkdFile;
import dev.ibplay.netstack.NetworkdFiles;
import dev.ibplay.netstack.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** systemd-networkd (systemd.network(5), systemd.netdev(5)), which makes P_Key children by netlink. */
final class Networkd implements NetworkStack {
    private static final int MODE = 0644;
    private static final String ETC = "/etc/systemd/network";
    private static final String NOTES = "/run/systemd/netif/links/";
    private static final List<String> FILES = NetworkdFile.FOLDERS.stream()
            .flatMap(folder -> Stream.of(
                    folder + "/*.network", folder + "/*.netdev", folder + "/*.link", folder + "/*.network.d/*.conf"))
            .toList();

    private final StackHost host;
    /** The .network file of each interface that it has configured. */
    private final Map<String, String> configured = new ConcurrentSkipListMap<>();

    private volatile boolean runs;

    Networkd(StackHost host) {
        this.host = host;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        host.disk().folders(ETC);
        for (LinuxHost.Interface each : interfaces) {
            host.write(ETC + "/20-" + each.name() + ".network", network(each), MODE);
        }
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

    @Override
    public void boot() throws Errno {
        configured.clear();
        runs = false;
        for (String note : host.disk().glob(NOTES + "*")) {
            host.disk().unlink(note);
        }
    }

    @Override
    public int run(String program, Invocation call) throws IOException {
        if (program.equals("systemd-networkd")) {
            runs = true;
            return configure(call);
        }
        List<String> words = call.arguments().stream()
                .skip(1)
                .filter(word -> !word.startsWith("-"))
                .toList();
        return switch (words.isEmpty() ? "list" : words.getFirst()) {
            case "list" -> list(call);
            // Both end with the interfaces as the files say; that reload leaves unchanged ones alone shows nowhere
            // here.
            case "reload", "reconfigure" -> configure(call);
            default -> {
                Line.write(call.stderr(), "Unknown command verb " + words.getFirst() + ".");
                yield 1;
            }
        };
    }

    private int configure(Invocation call) throws IOException {
        NetworkdFiles files = new NetworkdFiles(host.read(FILES));
        List<LinkSettings> links = links(files);
        List<String> done = host.bringUp(links);
        configured.clear();
        links.stream()
                .filter(link -> link.up() && done.contains(link.name()))
                .forEach(link -> configured.put(link.name(), mainFile(files, link.name())));
        try {
            note();
            return 0;
        } catch (Errno full) {
            Line.write(call.stderr(), "Failed to save link data: " + Errno.text(full.name()));
            return 1;
        }
    }

    private List<LinkSettings> links(NetworkdFiles files) {
        List<LinkSettings> links = new ArrayList<>();
        List<String> bonds = new ArrayList<>();
        for (NetworkLink port : host.ports()) {
            if (files.find(port) instanceof Placement.InFile placed) {
                links.add(link(files, port, new LinkSettings.Origin.Port(), placed));
                bonds.addAll(files.values(port, "Network", "Bond"));
            }
            files.values(port, "Network", "IPoIB").stream()
                    .distinct()
                    .forEach(child -> files.netdev(child)
                            .flatMap(netdev -> child(files, port.name(), child, netdev))
                            .ifPresent(links::add));
        }
        links.stream()
                .filter(link -> link.depth() == 1)
                .forEach(child -> child.bond().ifPresent(bonds::add));
        bonds.stream()
                .distinct()
                .flatMap(bond -> files.netdev(bond).stream())
                .filter(netdev -> netdev.values("NetDev", "Kind").contains("bond"))
                .forEach(netdev -> links.add(made(
                        files, netdev.netdevName().orElse(""), new LinkSettings.Origin.Slaves(List.of()), netdev)));
        return links;
    }

    private static Optional<LinkSettings> child(NetworkdFiles files, String parent, String name, NetworkdFile netdev) {
        return netdev.partitionKey()
                .map(pkey -> made(files, name, new LinkSettings.Origin.Child(parent, pkey, true), netdev));
    }

    /** What a .netdev file makes is brought up only where a .network file is for it. */
    private static LinkSettings made(
            NetworkdFiles files, String name, LinkSettings.Origin origin, NetworkdFile netdev) {
        NetworkLink link = NetworkLink.named(name);
        return files.find(link) instanceof Placement.InFile placed
                ? link(files, link, origin, placed)
                : new LinkSettings(name, origin, netdev.mode(), netdev.mtu(), List.of(), Optional.empty(), false);
    }

    private static LinkSettings link(
            NetworkdFiles files, NetworkLink link, LinkSettings.Origin origin, Placement.InFile placed) {
        List<String> addresses = Stream.of("Network", "Address")
                .flatMap(section -> files.values(link, section, "Address").stream())
                .map(address -> Addresses.withPrefix(address, Optional.empty()))
                .toList();
        Optional<String> bond = files.values(link, "Network", "Bond").stream().reduce((first, last) -> last);
        return LinkSettings.of(link.name(), origin, placed.file(), addresses, bond);
    }

    /** The .network file itself, also where a drop-in has the last word. */
    private String mainFile(NetworkdFiles files, String name) {
        NetworkLink link = host.ports().stream()
                .filter(port -> port.name().equals(name))
                .findFirst()
                .orElseGet(() -> NetworkLink.named(name));
        if (!(files.find(link) instanceof Placement.InFile placed)) {
            return "";
        }
        int dropIn = placed.path().indexOf(".network.d/");
        if (dropIn < 0) {
            return placed.path();
        }
        String main = new ConfigFile(placed.path().substring(0, dropIn + ".network".length()), "").name();
        return NetworkdFile.FOLDERS.stream()
                .map(folder -> folder + "/" + main)
                .filter(host.disk()::exists)
                .findFirst()
                .orElse(placed.path());
    }

    /** What it keeps of each link (sd-network.c). */
    private void note() throws Errno {
        for (IpoibDevice device : host.kernel().devices()) {
            note(device.index(), device.name());
        }
        for (Bond bond : host.kernel().bonds().all()) {
            note(bond.index(), bond.name());
        }
    }

    private void note(int index, String name) throws Errno {
        String file = configured.get(name);
        String text = file == null ? "ADMIN_STATE=unmanaged\n" : "ADMIN_STATE=configured\nNETWORK_FILE=" + file + "\n";
        host.write(NOTES + index, text, MODE);
    }

    private int list(Invocation call) throws IOException {
        if (!runs) {
            Line.write(call.stderr(), "WARNING: systemd-networkd is not running, output will be incomplete.\n");
        }
        Line.write(call.stdout(), "  1 lo   loopback   carrier     unmanaged");
        Line.write(call.stdout(), "  2 eth0 ether      routable    unmanaged");
        for (IpoibDevice device : host.kernel().devices()) {
            list(call, device.index(), device.name(), "infiniband", device.hasCarrier());
        }
        for (Bond bond : host.kernel().bonds().all()) {
            list(call, bond.index(), bond.name(), "bond", bond.hasCarrier());
        }
        return 0;
    }

    private void list(Invocation call, int index, String name, String type, boolean hasCarrier) throws IOException {
        String operational = hasCarrier ? "routable" : "no-carrier";
        Line.write(
                call.stdout(),
                "%3d %s %s %s %s"
                        .formatted(
                                index,
                                name,
                                type,
                                runs ? operational : "n/a",
                                configured.containsKey(name) ? "configured" : "unmanaged"));
    }
}
