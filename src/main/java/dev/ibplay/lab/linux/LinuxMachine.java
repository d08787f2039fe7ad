package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One Linux host of a lab, with everything that its files, processes, interfaces and ports do. */
public final class LinuxMachine {
    private static final String NET = "/sys/class/net";
    private static final String ETHERNET = "1";
    private static final String LOOPBACK = "772";
    private static final int ETHERNET_MTU = 1500;

    private final LinuxHost host;
    private final Machine machine;
    private final List<HostPort> ports;
    private final IpoibKernel kernel;
    private final NetworkFiles files;
    private final Systemd systemd;
    private final Addresses addresses;

    LinuxMachine(
            LinuxHost host, Machine machine, String way, Function<NodeGuid, SimulatedFabric> fabrics, IpNetwork network)
            throws Errno {
        this.host = host;
        this.machine = machine;
        ports = portsOf(host, fabrics);
        kernel = new IpoibKernel(machine.clock());
        files = new NetworkFiles(machine.disk(), host.stack());
        systemd = new Systemd(machine);
        Map<String, String> byInterface = new HashMap<>();
        host.interfaces().forEach(each -> {
            byInterface.put(each.name(), each.address());
            network.add(each.address().replaceFirst("/.*", ""), new IpNetwork.Endpoint(kernel, each.name()));
        });
        addresses = new Addresses(way, byInterface);
        files.write(host.interfaces());
        var net = new NetSysfs(kernel, this::seat);
        net.addPlain("lo", 1, LOOPBACK, 65_536, "00:00:00:00:00:00");
        net.addPlain("eth0", 2, ETHERNET, ETHERNET_MTU, "52:54:00:00:00:01");
        machine.disk().mount(NET, net);
        var adapters = new AdapterSysfs(ports, kernel);
        machine.disk().mount("/sys/class/infiniband", adapters.infiniband());
        machine.disk().mount("/sys/class/infiniband_mad", adapters.umads());
        machine.adapters(new HostQueries(ports, machine.clock()));
        machine.network(new HostLinks(kernel, addresses, network, machine.clock()));
        machine.onBoot(this::boot);
    }

    private static List<HostPort> portsOf(LinuxHost host, Function<NodeGuid, SimulatedFabric> fabrics) {
        List<HostPort> ports = new ArrayList<>();
        for (LinuxHost.Adapter adapter : host.adapters()) {
            for (int number = 1; number <= adapter.ports(); number++) {
                ports.add(new HostPort(adapter, number, fabrics.apply(adapter.node())));
            }
        }
        return List.copyOf(ports);
    }

    private NetSysfs.Seat seat(IpoibDevice device) {
        HostPort port = kernel.portOf(device.name()).orElse(ports.getFirst());
        return new NetSysfs.Seat(port.adapter().driver(), port.number(), port.guid());
    }

    public Machine machine() {
        return machine;
    }

    /** The ports of its adapters, in the order of the adapters. */
    List<HostPort> ports() {
        return ports;
    }

    IpoibKernel kernel() {
        return kernel;
    }

    Addresses addresses() {
        return addresses;
    }

    /** The kernel finds its ports, the network stack brings interfaces up, services start. */
    public void boot() {
        kernel.detachAll();
        // Enhanced IPoIB of mlx5 knows datagram mode only (facts: hardware address without the flag).
        ports.forEach(port -> kernel.attach(port, !port.adapter().driver().equals("mlx5_core")));
        for (IpoibDevice device : kernel.devices()) {
            try {
                files.bringUp(kernel, device);
                noteOfNetworkd(device);
            } catch (Errno refused) {
                // As on a real host: what the kernel refuses stays as it was, and the boot goes on.
            }
        }
        systemd.boot();
    }

    /** What networkd keeps of each link that it manages (sd-network.c). */
    private void noteOfNetworkd(IpoibDevice device) throws Errno {
        if (host.stack() == LinuxHost.Stack.NETWORKD) {
            String note = files.networkdFile(device.name())
                    .map(file -> "ADMIN_STATE=configured\nNETWORK_FILE=" + file + "\n")
                    .orElse("ADMIN_STATE=unmanaged\n");
            machine.disk().folders("/run/systemd/netif/links");
            machine.disk().write("/run/systemd/netif/links/" + device.index(), Bytes.ofUtf8(note), 0644);
        }
    }

    /** Whether a subnet manager of its own starts with it. */
    public boolean startsOpensm() {
        return host.opensm().filter(LinuxHost.Opensm::enabled).isPresent();
    }

    /** Whether all of its ports have been set up by a master, and its interfaces have asked for their groups. */
    public boolean isSettled() {
        return ports.stream().allMatch(port -> port.view().state() == PortState.ACTIVE) && kernel.isSettled();
    }

    Program systemctl() {
        return new SystemctlProgram(systemd);
    }

    Program ip() {
        return new IpProgram(kernel, addresses);
    }

    Program opensm() {
        return new OpensmProgram(ports);
    }

    /** {@code ibstat -p}: the GUIDs of all ports. */
    Program ibstat() {
        return call -> {
            if (!call.arguments().contains("-p")) {
                return say(call, "ibstat: only -p is simulated", 1);
            }
            for (HostPort port : ports) {
                say(call, "0x%016x".formatted(port.guid().value()), 0);
            }
            return 0;
        };
    }

    /** {@code ifquery --state}: the interfaces that are up. */
    Program ifquery() {
        return call -> {
            say(call, "lo=lo", 0);
            for (IpoibDevice device : kernel.devices()) {
                if (device.isUp()) {
                    say(call, device.name() + "=" + device.name(), 0);
                }
            }
            return 0;
        };
    }

    /** {@code networkctl list}. */
    Program networkctl() {
        return call -> {
            say(call, "  1 lo   loopback   carrier     unmanaged", 0);
            say(call, "  2 eth0 ether      routable    unmanaged", 0);
            for (IpoibDevice device : kernel.devices()) {
                boolean managed = files.networkdFile(device.name()).isPresent();
                say(
                        call,
                        "  %d %s infiniband %s %s"
                                .formatted(
                                        device.index(),
                                        device.name(),
                                        device.hasCarrier() ? "routable" : "no-carrier",
                                        managed ? "configured" : "unmanaged"),
                        0);
            }
            return 0;
        };
    }

    private static int say(Invocation call, String line, int status) throws IOException {
        Line.write(call.stdout(), line);
        return status;
    }
}
