package dev.ibplay.lab.windows;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One Windows host of a lab, with everything that its registry, services, programs and ports do. */
public final class WindowsMachine implements SimulatedHost {
    /** The number that stands for the account SYSTEM here. */
    static final long SYSTEM_USER = 18;

    /** Quicker than any server, so that a lab is not waited for. */
    private static final Duration BOOT_TIME = Duration.ofSeconds(12);

    private final WindowsHost made;
    private final Machine machine;
    private final List<WindowsPort> ports;
    private final WindowsFiles files;
    private final Registry registry = new Registry();
    private final WindowsNetwork network;
    private final Programs programs;
    private final ServiceManager services;
    private final WindowsLocks locks = new WindowsLocks(this);
    private final WindowsGuards guards = new WindowsGuards(this);

    /**
     * One that is switched off.
     *
     * @param way the address of its Ethernet adapter
     */
    WindowsMachine(
            WindowsHost made,
            Machine machine,
            String way,
            Function<PortRef, SimulatedFabric> fabrics,
            IpNetwork addresses) {
        this.made = made;
        this.machine = machine;
        ports = portsOf(made, fabrics);
        files = new WindowsFiles(machine.disk());
        network = new WindowsNetwork(made, way, ports, registry, machine.clock(), addresses);
        programs = new Programs(
                machine,
                files,
                List.of(
                        Programs.SYSTEM_FOLDER,
                        Programs.SYSTEM_FOLDER + "\\WindowsPowerShell\\v1.0",
                        made.stack().tools()));
        services = new ServiceManager(machine, registry, programs);
        made.opensm().ifPresent(opensm -> {
            String key = ServiceManager.key(opensm.service());
            registry.set(key, "DisplayName", "REG_SZ", "InfiniBand Subnet Manager");
            registry.set(key, "ImagePath", "REG_EXPAND_SZ", opensm.image());
            registry.set(key, "Start", "REG_DWORD", Integer.toString(opensm.start()));
        });
        machine.bootTime(BOOT_TIME);
        machine.onHalt(this::halt);
        machine.onBoot(this::bootAgain);
    }

    private static List<WindowsPort> portsOf(WindowsHost made, Function<PortRef, SimulatedFabric> fabrics) {
        List<WindowsPort> ports = new ArrayList<>();
        for (WindowsHost.Adapter adapter : made.adapters()) {
            for (int number = 1; number <= adapter.ports(); number++) {
                ports.add(new WindowsPort(adapter, number, fabrics.apply(new PortRef(adapter.node(), number))));
            }
        }
        return List.copyOf(ports);
    }

    @Override
    public Machine machine() {
        return machine;
    }

    WindowsHost made() {
        return made;
    }

    List<WindowsPort> ports() {
        return ports;
    }

    WindowsFiles files() {
        return files;
    }

    Registry registry() {
        return registry;
    }

    WindowsNetwork network() {
        return network;
    }

    Programs programs() {
        return programs;
    }

    ServiceManager services() {
        return services;
    }

    WindowsLocks locks() {
        return locks;
    }

    WindowsGuards guards() {
        return guards;
    }

    /** What one of its programs writes on. */
    Console console(Invocation call) {
        return new Console(call, made.language().charset());
    }

    /** Whether a process may change the host: the system's own always may. */
    boolean isAdministrator(long uid) {
        return uid == SYSTEM_USER || (uid == 0 && made.traits().isElevated());
    }

    /** Switches a connection on or off; logins that came over it break. */
    void enable(NetAdapter adapter, boolean yes) {
        if (adapter.enable(yes) && !yes && adapter.equals(network.wayIn())) {
            machine.logins().dropAll();
        }
    }

    @Override
    public void boot() {
        start();
    }

    private void halt() {
        network.adapters().forEach(NetAdapter::stop);
        ports.forEach(port -> port.fabric().powerOff(port.ref()));
    }

    private void bootAgain() {
        ports.forEach(port -> port.fabric().powerOn(port.ref(), Mtu.MTU_4096));
        start();
        guards.boot();
    }

    private void start() {
        network.adapters().forEach(NetAdapter::start);
        services.boot();
    }

    @Override
    public boolean startsOpensm() {
        return made.opensm()
                .filter(opensm -> opensm.start() == WindowsHost.Opensm.AUTOMATIC
                        && ServiceManager.words(opensm.image()).contains(ServiceManager.AS_SERVICE))
                .isPresent();
    }

    @Override
    public boolean isSettled() {
        return ports.stream()
                        .map(WindowsPort::view)
                        .allMatch(port ->
                                port.state() == PortState.ACTIVE || port.physicalState() != PortPhysicalState.LINK_UP)
                && network.adapters().stream().allMatch(NetAdapter::isSettled);
    }
}
