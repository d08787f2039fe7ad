package dev.ibplay.lab.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedHost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** One Linux host of a lab, with everything that its files, processes, interfaces and ports do. */
public final class LinuxMachine implements SimulatedHost {
    private static final String NET = "/sys/class/net";
    private static final String ETHERNET = "1";
    private static final String LOOPBACK = "772";
    private static final int ETHERNET_MTU = 1500;
    /** Quicker than any server, so that a lab is not waited for. */
    private static final Duration BOOT_TIME = Duration.ofSeconds(8);
    /** What a reboot forgets: file systems in memory. */
    private static final List<String> IN_MEMORY = List.of("/run", "/tmp");

    private final LinuxHost host;
    private final Machine machine;
    private final List<HostPort> ports;
    private final IpoibKernel kernel;
    private final StackHost stackHost;
    private final NetworkStack stack;
    private final Systemd systemd;
    private final Addresses addresses;
    private final KernelModules modules;
    private final PortMtus portMtus;

    LinuxMachine(
            LinuxHost host, Machine machine, String way, Function<PortRef, SimulatedFabric> fabrics, IpNetwork network)
            throws Errno {
        this.host = host;
        this.machine = machine;
        ports = portsOf(host, fabrics);
        kernel = new IpoibKernel(machine.clock());
        addresses = new Addresses(way, host.given().way());
        stackHost = new StackHost(machine.disk(), kernel, addresses, network);
        stack = NetworkStack.of(host.stack(), stackHost);
        systemd = new Systemd(machine);
        if (host.given().interfaces().isEmpty()) {
            stack.write(host.interfaces());
        }
        var net = new NetSysfs(kernel, this::seat);
        net.addPlain("lo", 1, LOOPBACK, 65_536, "00:00:00:00:00:00");
        net.addPlain("eth0", 2, ETHERNET, ETHERNET_MTU, "52:54:00:00:00:01");
        machine.disk().mount(NET, net);
        var adapters = new AdapterSysfs(ports, kernel);
        machine.disk().mount("/sys/class/infiniband", adapters.infiniband());
        machine.disk().mount("/sys/class/infiniband_mad", adapters.umads());
        machine.adapters(new HostQueries(ports, machine.clock()));
        machine.network(new HostLinks(kernel, addresses, network, machine.clock()));
        modules = new KernelModules(machine, host.adapters());
        portMtus = new PortMtus(ports, modules, this::restart);
        machine.disk().mount("/sys/module", modules);
        machine.disk().mount("/sys/bus/pci/drivers", VirtualFolder.of(drivers()));
        machine.bootTime(BOOT_TIME);
        machine.onHalt(this::halt);
        machine.onBoot(this::bootAgain);
    }

    private Map<String, VirtualFolder> drivers() {
        Map<String, Virtual> functions = portMtus.functions();
        return functions.isEmpty() ? Map.of() : Map.of("mlx4_core", VirtualFolder.of(functions));
    }

    private static List<HostPort> portsOf(LinuxHost host, Function<PortRef, SimulatedFabric> fabrics) {
        List<HostPort> ports = new ArrayList<>();
        for (LinuxHost.Adapter adapter : host.adapters()) {
            for (int number = 1; number <= adapter.ports(); number++) {
                ports.add(new HostPort(adapter, number, fabrics.apply(new PortRef(adapter.node(), number))));
            }
        }
        return List.copyOf(ports);
    }

    private NetSysfs.Seat seat(IpoibDevice device) {
        HostPort port = kernel.portOf(device.name()).orElse(ports.getFirst());
        return new NetSysfs.Seat(port.adapter().driver(), port.number(), port.guid());
    }

    @Override
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

    /** It is switched on for the first time: drivers find their ports, the network stack brings interfaces up, services start. */
    @Override
    public void boot() {
        modules.load();
        portMtus.start(machine.disk());
        for (HostPort port : ports) {
            Mtu cap = portMtus.of(port);
            if (cap != port.view().mtuCap()) {
                port.fabric().reset(port.ref(), cap);
            }
        }
        start();
        startServices();
    }

    private void startServices() {
        try {
            InitScripts.generate(machine.disk(), systemd);
        } catch (Errno full) {
            // As on a real host: the boot goes on without what could not be written.
        }
        systemd.boot();
    }

    private void halt() {
        kernel.vanish();
        stackHost.forget();
        ports.forEach(port -> port.fabric().powerOff(port.ref()));
    }

    private void bootAgain() {
        try {
            for (String folder : IN_MEMORY) {
                clear(folder);
            }
            // By which programs tell that systemd is process 1 (sd_booted(3)).
            machine.disk().folders("/run/systemd/system");
        } catch (Errno full) {
            // As on a real host: the boot goes on without.
        }
        modules.load();
        portMtus.start(machine.disk());
        ports.forEach(port -> port.fabric().powerOn(port.ref(), portMtus.of(port)));
        start();
        startServices();
    }

    private void clear(String folder) throws Errno {
        for (String name : machine.disk().list(folder)) {
            String path = folder + "/" + name;
            if (machine.disk().stat(path, false).isFolder()) {
                clear(path);
                machine.disk().rmdir(path);
            } else {
                machine.disk().unlink(path);
            }
        }
    }

    /** What mlx4 does when an attribute was written: all ports of the adapter go and come, and their interfaces with them. */
    private void restart(LinuxHost.Adapter adapter) {
        List<HostPort> own =
                ports.stream().filter(port -> port.adapter().equals(adapter)).toList();
        own.forEach(kernel::detach);
        own.forEach(port -> port.fabric().reset(port.ref(), portMtus.of(port)));
        start();
    }

    /** Interfaces of ports that have none yet, as the network stack wants them; a stack that is told of one looks at all. */
    private void start() {
        ports.forEach(this::attach);
        new OpenibScript(machine.disk(), kernel).boot();
        try {
            stack.boot();
        } catch (Errno full) {
            // As on a real host: it goes on without what could not be written.
        }
        host.interfaces().forEach(each -> stackHost.addressOtherwise(each.name(), each.address()));
    }

    /** Enhanced IPoIB of mlx5 knows datagram mode only (facts: hardware address without the flag); MLNX_OFED can do without it. */
    private boolean canConnect(LinuxHost.Adapter adapter) {
        return adapter.model().connects()
                || modules.value("ib_ipoib", "ipoib_enhanced")
                        .filter("0"::equals)
                        .isPresent();
    }

    /** Not every port has an interface on a host whose modules are not all loaded. */
    private void attach(HostPort port) {
        Optional<Map<MadPort, String>> names = host.given().interfaces();
        if (names.isEmpty()) {
            kernel.attach(port, Optional.empty(), canConnect(port.adapter()));
        } else if (names.get().containsKey(port.name())) {
            kernel.attach(port, Optional.of(names.get().get(port.name())), canConnect(port.adapter()));
        }
    }

    /** Has somebody told of each change of its interfaces from now on; he must be quick and ask nothing of the lab. */
    public void onInterfaceChange(Consumer<InterfaceChange> listener) {
        kernel.listen(listener);
    }

    @Override
    public boolean startsOpensm() {
        return host.opensm().filter(LinuxHost.Opensm::enabled).isPresent()
                || (host.given().opensm().isPresent() && !host.given().enabled().isEmpty());
    }

    @Override
    public boolean isSettled() {
        return ports.stream()
                        .map(HostPort::view)
                        .allMatch(port ->
                                port.state() == PortState.ACTIVE || port.physicalState() != PortPhysicalState.LINK_UP)
                && kernel.isSettled();
    }

    Program systemctl() {
        return new SystemctlProgram(systemd);
    }

    Program ip() {
        return new IpProgram(kernel, addresses);
    }

    Program opensm() {
        return new OpensmProgram(ports, host.given().opensm().orElse(LinuxHost.OpensmBuild.DEBIAN));
    }

    Program modinfo() {
        return modules::modinfo;
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

    /**
     * One of its network stack's programs.
     *
     * @param name the last part of its path
     */
    Program networkProgram(String name) {
        return call -> stack.run(name, call);
    }

    private static int say(Invocation call, String line, int status) throws IOException {
        Line.write(call.stdout(), line);
        return status;
    }
}
