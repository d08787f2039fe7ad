package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.netstack.NetplanFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * netplan: YAML files from which it writes those of the daemon that does the work, at each boot and when it is told to
 * (netplan-generate(8)).
 */
final class Netplan implements NetworkStack {
    static final String NETWORKD = "networkd";
    static final String NETWORKMANAGER = "NetworkManager";

    private static final int MODE = 0600;
    private static final int REFUSED = 78;
    private static final String FILE = "/etc/netplan/60-infiniband.yaml";
    private static final List<String> FILES =
            NetplanFiles.FOLDERS.stream().map(folder -> folder + "/*.yaml").toList();
    private static final List<String> GENERATED =
            List.of("/run/systemd/network/10-netplan-*", "/run/NetworkManager/system-connections/netplan-*");

    private final StackHost host;
    private final NetworkStack daemon;
    private final String renderer;

    /**
     * The stack of one host.
     *
     * @param daemon that brings interfaces up by what is generated
     * @param renderer its name in netplan's words
     */
    Netplan(StackHost host, NetworkStack daemon, String renderer) {
        this.host = host;
        this.daemon = daemon;
        this.renderer = renderer;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        host.disk().folders("/etc/netplan");
        if (interfaces.isEmpty()) {
            return;
        }
        StringBuilder text =
                new StringBuilder("network:\n  version: 2\n  renderer: %s\n  ethernets:\n".formatted(renderer));
        for (LinuxHost.Interface each : interfaces) {
            text.append("    %s:\n      infiniband-mode: %s\n%s      link-local: []\n      addresses:\n        - %s\n"
                    .formatted(
                            each.name(),
                            each.mode().word(),
                            each.mtu().map(mtu -> "      mtu: " + mtu + "\n").orElse(""),
                            each.address()));
        }
        host.write(FILE, text.toString(), MODE);
    }

    @Override
    public void boot() throws Errno {
        generate();
        daemon.boot();
    }

    @Override
    public int run(String program, Invocation call) throws IOException {
        if (!program.equals("netplan")) {
            return daemon.run(program, call);
        }
        String verb = call.arguments().size() > 1 ? call.arguments().get(1) : "";
        if (!verb.equals("generate")) {
            Line.write(call.stderr(), "netplan: only generate is simulated");
            return 1;
        }
        try {
            if (generate()) {
                return 0;
            }
            Line.write(call.stderr(), "Error in network definition");
            return REFUSED;
        } catch (Errno full) {
            Line.write(call.stderr(), "ERROR: " + Errno.text(full.name()));
            return 1;
        }
    }

    /** Writes the daemon's files anew; false where netplan refuses its own, and leaves all as it was. */
    private boolean generate() throws Errno {
        NetplanFiles files = new NetplanFiles(host.read(FILES));
        Optional<SortedMap<String, String>> values = files.values();
        if (values.isEmpty()) {
            return false;
        }
        for (String pattern : GENERATED) {
            for (String old : host.disk().glob(pattern)) {
                host.disk().unlink(old);
            }
        }
        NetplanRendering rendering = new NetplanRendering(values.get());
        for (Map.Entry<String, String> file : rendering.files().entrySet()) {
            host.write(file.getKey(), file.getValue(), MODE);
        }
        return true;
    }
}
