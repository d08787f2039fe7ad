package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.netstack.IfcfgFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** SUSE's wicked by files of its compatibility reader (wicked(8), ifcfg-infiniband(5), ifcfg-bonding(5)). */
final class Wicked implements NetworkStack {
    private static final int MODE = 0644;
    private static final String FOLDER = "/etc/sysconfig/network";
    private static final Set<String> AT_BOOT = Set.of("auto", "on", "boot", "onboot", "hotplug", "nfsroot", "ifplugd");

    /** For an interface that is not there or not set up; wicked has several numbers above 150, and which is which is uncertain. */
    private static final int NOT_SET_UP = 158;

    private final StackHost host;
    private final Set<String> up = new ConcurrentSkipListSet<>();

    Wicked(StackHost host) {
        this.host = host;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        host.disk().folders(FOLDER);
        for (LinuxHost.Interface each : interfaces) {
            String text = "STARTMODE='auto'\nBOOTPROTO='static'\nIPADDR='%s'\nIPOIB_MODE='%s'\n%s"
                    .formatted(
                            each.address(),
                            each.mode().word(),
                            each.mtu().map(mtu -> "MTU='" + mtu + "'\n").orElse(""));
            host.write(FOLDER + "/ifcfg-" + each.name(), text, MODE);
        }
    }

    @Override
    public void boot() {
        up.clear();
    }

    /** {@code ifup} and {@code ifdown} are short for the commands of that name. */
    @Override
    public int run(String program, Invocation call) throws IOException {
        List<String> words = call.arguments().stream()
                .skip(program.equals("wicked") ? 1 : 0)
                .filter(word -> !word.startsWith("-"))
                .toList();
        String verb = words.isEmpty() ? "" : words.getFirst().replaceFirst("^.*/", "");
        List<String> names = words.subList(Math.min(1, words.size()), words.size());
        return switch (verb) {
            case "ifup", "ifreload" -> up(call, names);
            case "ifdown" -> down(call, names);
            case "ifstatus" -> status(call, names);
            default -> {
                Line.write(call.stderr(), "wicked: Unsupported command " + verb);
                yield 1;
            }
        };
    }

    private List<IfcfgFile> files() {
        return IfcfgLinks.files(IfcfgFile.Dialect.WICKED, host.read(List.of(FOLDER + "/ifcfg-*"))).stream()
                .filter(file -> !file.interfaceName().equals("lo"))
                .toList();
    }

    private int up(Invocation call, List<String> names) throws IOException {
        boolean all = names.contains("all");
        List<LinkSettings> links = files().stream()
                .filter(file -> all ? isAtBoot(file) : names.contains(file.interfaceName()))
                .map(file -> IfcfgLinks.link(file, host.ports()))
                .toList();
        List<String> done = host.bringUp(links);
        up.addAll(done);
        for (String name : done) {
            Line.write(call.stdout(), "%-15s up".formatted(name));
        }
        return all || done.containsAll(names) ? 0 : NOT_SET_UP;
    }

    /** What says nothing is manual (ifcfg(5)). */
    private static boolean isAtBoot(IfcfgFile file) {
        return file.value("STARTMODE")
                .map(value -> AT_BOOT.contains(value.toLowerCase(Locale.ROOT)))
                .orElse(false);
    }

    private int down(Invocation call, List<String> names) throws IOException {
        for (String name : names.contains("all") ? List.copyOf(up) : names) {
            try {
                host.takeDown(name);
                up.remove(name);
                Line.write(call.stdout(), "%-15s device-ready".formatted(name));
            } catch (Errno missing) {
                return NOT_SET_UP;
            }
        }
        return 0;
    }

    private int status(Invocation call, List<String> names) throws IOException {
        boolean all = names.contains("all");
        int status = 0;
        if (all) {
            Line.write(call.stdout(), """
                    lo              up
                          link:     #1, state up
                          type:     loopback
                          config:   compat:suse:/etc/sysconfig/network/ifcfg-lo
                          leases:   ipv4 static granted
                    """);
        }
        for (IpoibDevice device : host.kernel().devices()) {
            if (all || names.contains(device.name())) {
                status(call, device.name(), device.index(), device.mtu(), "infiniband", device.isUp());
                status = up.contains(device.name()) ? status : NOT_SET_UP;
            }
        }
        for (Bond bond : host.kernel().bonds().all()) {
            if (all || names.contains(bond.name())) {
                status(call, bond.name(), bond.index(), bond.mtu(), "bond", bond.isUp());
            }
        }
        return status;
    }

    private void status(Invocation call, String name, int index, int mtu, String type, boolean isUp)
            throws IOException {
        boolean isIts = up.contains(name);
        String state = isUp ? "device-up" : "device-down";
        Line.write(call.stdout(), "%-15s %s".formatted(name, isIts ? "up" : "device-unconfigured"));
        Line.write(call.stdout(), "      link:     #%d, state %s, mtu %d".formatted(index, isIts ? "up" : state, mtu));
        Line.write(call.stdout(), "      type:     " + type);
        if (isIts) {
            Line.write(call.stdout(), "      config:   compat:suse:%s/ifcfg-%s".formatted(FOLDER, name));
            Line.write(call.stdout(), "      leases:   ipv4 static granted");
        }
        Line.write(call.stdout(), "");
    }
}
