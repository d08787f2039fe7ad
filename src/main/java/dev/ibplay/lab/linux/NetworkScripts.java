package dev.ibplay.lab.linux;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.netstack.IfcfgFile;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Red Hat's network scripts (initscripts: ifup-ib), which System V's init script {@code network} starts at boot. */
final class NetworkScripts implements NetworkStack {
    static final String FOLDER = "/etc/sysconfig/network-scripts";

    private static final int MODE = 0644;
    private static final String GENERATED = "/run/systemd/generator.late";
    private static final String UNIT = "network.service";

    private final StackHost host;

    NetworkScripts(StackHost host) {
        this.host = host;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        host.disk().folders(FOLDER);
        for (LinuxHost.Interface each : interfaces) {
            String[] address = each.address().split("/", 2);
            String text =
                    "TYPE=InfiniBand\nDEVICE=%s\nNAME=%s\nNM_CONTROLLED=no\nONBOOT=yes\nBOOTPROTO=none\nIPADDR=%s\nPREFIX=%s\nCONNECTED_MODE=%s\n%s"
                            .formatted(
                                    each.name(),
                                    each.name(),
                                    address[0],
                                    address[1],
                                    each.mode() == IpoibMode.CONNECTED ? "yes" : "no",
                                    each.mtu().map(mtu -> "MTU=" + mtu + "\n").orElse(""));
            host.write(FOLDER + "/ifcfg-" + each.name(), text, MODE);
        }
    }

    /** What systemd-sysv-generator(8) makes of the init script. */
    @Override
    public void boot() throws Errno {
        String unit = GENERATED + "/" + UNIT;
        host.write(
                unit,
                StackPackage.unit("LSB: Bring up/down networking", "/etc/rc.d/init.d/network start")
                        .replaceFirst("\n\\[Install][\\s\\S]*", ""),
                MODE);
        String wants = GENERATED + "/multi-user.target.wants";
        host.disk().folders(wants);
        if (!host.disk().exists(wants + "/" + UNIT)) {
            host.disk().symlink(unit, wants + "/" + UNIT);
        }
    }

    @Override
    public int run(String program, Invocation call) throws IOException {
        List<String> names = call.arguments().stream().skip(1).toList();
        List<IfcfgFile> files = IfcfgLinks.files(IfcfgFile.Dialect.RED_HAT, host.read(List.of(FOLDER + "/ifcfg-*")));
        List<LinkSettings> all = files.stream()
                .filter(file -> !file.interfaceName().equals("lo"))
                .filter(file -> !program.equals("network") || isOnBoot(file))
                .map(file -> IfcfgLinks.link(file, host.ports()))
                .toList();
        return switch (program) {
            case "ifup" -> up(call, names, all);
            case "ifdown" -> down(call, names);
            default -> service(call, names, all);
        };
    }

    private static boolean isOnBoot(IfcfgFile file) {
        return file.value("ONBOOT")
                .map(value -> !value.toLowerCase(Locale.ROOT).equals("no"))
                .orElse(true);
    }

    private int service(Invocation call, List<String> words, List<LinkSettings> all) throws IOException {
        String verb = words.isEmpty() ? "" : words.getFirst();
        if (!List.of("start", "restart", "stop").contains(verb)) {
            Line.write(call.stdout(), "Usage: network {start|stop|restart}");
            return 1;
        }
        List<String> names = all.stream().map(LinkSettings::name).toList();
        int status = verb.equals("start") ? 0 : down(call, names);
        return verb.equals("stop") ? status : up(call, names, all);
    }

    private int up(Invocation call, List<String> names, List<LinkSettings> all) throws IOException {
        List<LinkSettings> links =
                all.stream().filter(link -> names.contains(link.name())).toList();
        if (links.isEmpty() && !names.isEmpty()) {
            Line.write(call.stderr(), "/sbin/ifup: configuration for " + names.getFirst() + " not found.");
            return 1;
        }
        return host.bringUp(links).size() == links.size() ? 0 : 1;
    }

    private int down(Invocation call, List<String> names) throws IOException {
        int status = 0;
        for (String name : names) {
            try {
                host.takeDown(name);
            } catch (Errno missing) {
                Line.write(call.stderr(), "usage: ifdown <configuration>");
                status = 1;
            }
        }
        return status;
    }
}
