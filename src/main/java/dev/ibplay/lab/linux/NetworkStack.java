package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import java.io.IOException;
import java.util.List;

/** One of the programs that bring a host's interfaces up by files. */
interface NetworkStack {
    /** Writes the first files of a host that is made. */
    void write(List<LinuxHost.Interface> interfaces) throws Errno;

    /** At each boot, before any service starts: forgets what was, and writes what its generators write. */
    void boot() throws Errno;

    /**
     * One of its programs.
     *
     * @param program the last part of its path
     * @return the exit status
     */
    int run(String program, Invocation call) throws IOException;

    /** The stack of a host. */
    static NetworkStack of(LinuxHost.Stack kind, StackHost host) {
        return switch (kind) {
            case IFUPDOWN -> new Ifupdown(host);
            case NETWORKD -> new Networkd(host);
            case NETWORKMANAGER -> new NetworkManager(host);
            case NETPLAN -> new Netplan(host, new Networkd(host), Netplan.NETWORKD);
            case NETPLAN_NETWORKMANAGER -> new Netplan(host, new NetworkManager(host), Netplan.NETWORKMANAGER);
            case IFCFG -> new NetworkScripts(host);
            case WICKED -> new Wicked(host);
        };
    }
}
