package dev.ibplay.lab.linux;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.netstack.InterfacesFiles;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Debian's ifupdown (interfaces(5)), with what its ifenslave package reads of bonds. Of a stanza's commands those count that set
 * mode or MTU or make a child; others are not run.
 */
final class Ifupdown implements NetworkStack {
    private static final int MODE = 0644;
    private static final String FOLDER = "/etc/network/interfaces.d";
    private static final List<String> FILES = List.of(InterfacesFiles.MAIN, "/etc/network/*/*");
    private static final Pattern CREATE_CHILD =
            Pattern.compile("echo\\s+\"?(0x[0-9a-fA-F]+)\"?\\s*>\\s*/sys/class/net/([^/\\s]+)/create_child");
    private static final Pattern LINK_ADD = Pattern.compile("link add (?:link|dev) (\\S+) .*type ipoib .*pkey (\\S+)");

    private final StackHost host;
    private final Set<String> up = new ConcurrentSkipListSet<>();

    Ifupdown(StackHost host) {
        this.host = host;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        StringBuilder text = new StringBuilder("""
                # interfaces(5)
                source /etc/network/interfaces.d/*

                auto lo
                iface lo inet loopback
                """);
        interfaces.forEach(each -> text.append(stanza(each)));
        host.disk().folders(FOLDER);
        host.write(InterfacesFiles.MAIN, text.toString(), MODE);
    }

    private static String stanza(LinuxHost.Interface each) {
        return "\nauto %1$s\niface %1$s inet static\n\taddress %2$s\n\tpre-up echo %3$s > /sys/class/net/%1$s/mode\n%4$s"
                .formatted(
                        each.name(),
                        each.address(),
                        each.mode().word(),
                        each.mtu().map(mtu -> "\tmtu " + mtu + "\n").orElse(""));
    }

    @Override
    public void boot() {
        up.clear();
    }

    @Override
    public int run(String program, Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size());
        List<String> names =
                words.stream().filter(word -> !word.startsWith("-")).toList();
        InterfacesFiles files = new InterfacesFiles(host.read(FILES));
        return switch (program) {
            case "ifup" -> up(call, files, words.contains("-a") ? started(files) : names);
            case "ifdown" -> down(call, names);
            default -> query(call, words);
        };
    }

    private static List<String> started(InterfacesFiles files) {
        return files.names().stream()
                .filter(name -> !name.equals("lo") && files.starts(name))
                .toList();
    }

    private int up(Invocation call, InterfacesFiles files, List<String> names) throws IOException {
        List<LinkSettings> links = new ArrayList<>();
        int status = 0;
        for (String name : names) {
            Optional<LinkSettings> link = link(files, name);
            if (link.isEmpty()) {
                Line.write(call.stderr(), "ifup: unknown interface " + name);
                status = 1;
            }
            link.ifPresent(links::add);
        }
        List<String> done = host.bringUp(links);
        up.addAll(done);
        return done.size() == links.size() ? status : 1;
    }

    private int down(Invocation call, List<String> names) throws IOException {
        int status = 0;
        for (String name : names) {
            try {
                host.takeDown(name);
                up.remove(name);
            } catch (Errno missing) {
                Line.write(call.stderr(), "Cannot find device \"" + name + "\"");
                status = 1;
            }
        }
        return status;
    }

    /** {@code --state}: what is configured now, as /run/network/ifstate has it. */
    private int query(Invocation call, List<String> words) throws IOException {
        if (!words.contains("--state")) {
            Line.write(call.stderr(), "ifquery: only --state is simulated");
            return 1;
        }
        Line.write(call.stdout(), "lo=lo");
        for (String name : up) {
            Line.write(call.stdout(), name + "=" + name);
        }
        return 0;
    }

    private static Optional<LinkSettings> link(InterfacesFiles files, String name) {
        if (!(files.find(NetworkLink.named(name)) instanceof Placement.InFile placed)) {
            return Optional.empty();
        }
        Optional<String> mask = files.values(name, "netmask").stream().findFirst();
        List<String> addresses = files.values(name, "address").stream()
                .map(address -> Addresses.withPrefix(address, mask))
                .toList();
        Optional<String> bond = Stream.of("bond-master", "bond_master")
                .flatMap(key -> files.values(name, key).stream())
                .findFirst();
        return Optional.of(LinkSettings.of(name, origin(files, name), placed.file(), addresses, bond));
    }

    private static LinkSettings.Origin origin(InterfacesFiles files, String name) {
        for (String command : files.values(name, "pre-up")) {
            Matcher sysfs = CREATE_CHILD.matcher(command);
            if (sysfs.find()) {
                return child(sysfs.group(2), sysfs.group(1), false);
            }
            Matcher netlink = LINK_ADD.matcher(command);
            if (netlink.find()) {
                return child(netlink.group(1), netlink.group(2), true);
            }
        }
        List<String> slaves = Stream.of("bond-slaves", "slaves", "bond_slaves")
                .flatMap(key -> files.values(name, key).stream())
                .flatMap(value -> Stream.of(value.split("\\s+", -1)))
                .filter(slave -> !slave.equals("none"))
                .toList();
        boolean isBond = Stream.of("bond-mode", "bond_mode")
                .anyMatch(key -> !files.values(name, key).isEmpty());
        return isBond || !slaves.isEmpty() ? new LinkSettings.Origin.Slaves(slaves) : new LinkSettings.Origin.Port();
    }

    private static LinkSettings.Origin child(String parent, String pkey, boolean byNetlink) {
        return PKey.parse(pkey)
                .<LinkSettings.Origin>map(key -> new LinkSettings.Origin.Child(parent, key, byNetlink))
                .orElseGet(LinkSettings.Origin.Port::new);
    }
}
