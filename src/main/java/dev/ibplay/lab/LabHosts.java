package dev.ibplay.lab;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.esxi.EsxiMachines;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.linux.LinuxMachine;
import dev.ibplay.lab.linux.LinuxMachines;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.mlnxos.SwitchMachines;
import dev.ibplay.lab.time.LabClock;
import dev.ibplay.lab.windows.WindowsMachines;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The fabrics of a lab and the hosts on them, which nobody can reach yet. */
public final class LabHosts {
    /** Where logins seem to come to; each host has it to itself. */
    private static final String WAY_IN = "192.0.2.2";

    private static final Duration MOST_WAIT = Duration.ofMinutes(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final LabClock clock;
    private final List<Fabric> shapes;
    private final List<SimulatedFabric> fabrics;
    private final Map<String, SimulatedHost> machines = new LinkedHashMap<>();

    private LabHosts(LabLayout layout, LabClock clock) {
        this.clock = clock;
        shapes = layout.fabrics();
        fabrics =
                shapes.stream().map(shape -> new SimulatedFabric(shape, clock)).toList();
    }

    /** Boots all of them. */
    public static LabHosts boot(LabLayout layout, LabClock clock) throws Errno {
        LabHosts made = off(layout, clock);
        made.boot();
        return made;
    }

    /** All of them, switched off; the cables are in. */
    public static LabHosts off(LabLayout layout, LabClock clock) throws Errno {
        LabHosts made = new LabHosts(layout, clock);
        IpNetwork network = new IpNetwork();
        LinuxMachines linux = new LinuxMachines(clock, network);
        EsxiMachines esxi = new EsxiMachines(clock, network);
        WindowsMachines windows = new WindowsMachines(clock, network);
        SwitchMachines switches = new SwitchMachines(clock);
        for (LabHost host : layout.hosts()) {
            SimulatedHost machine = switch (host.model()) {
                case HostModel.Linux model -> linux.make(model.host(), WAY_IN, made::fabricOf);
                case HostModel.Windows model -> windows.make(model.host(), made::fabricOf);
                case HostModel.Esxi model -> esxi.make(model.host(), made::fabricOf);
                case HostModel.Switch model -> switches.make(model.host(), made::fabricOf);
            };
            made.machines.put(host.name(), machine);
        }
        return made;
    }

    /** Switches all of them on. */
    public void boot() {
        machines.values().forEach(SimulatedHost::boot);
    }

    /** The ports of one adapter may be on two fabrics: that with the port's cable counts, then one that knows the node. */
    private SimulatedFabric fabricOf(PortRef port) {
        return fabricWhere(shape -> shape.peer(port).isPresent())
                .or(() -> fabricWhere(shape -> shape.node(port.node()).isPresent()))
                .orElseThrow(() -> new IllegalArgumentException("no fabric of the lab has the port " + port));
    }

    private Optional<SimulatedFabric> fabricWhere(Predicate<Fabric> fits) {
        return IntStream.range(0, shapes.size())
                .filter(i -> fits.test(shapes.get(i)))
                .mapToObj(fabrics::get)
                .findFirst();
    }

    /** The fabrics, in the order of the layout. */
    public List<SimulatedFabric> fabrics() {
        return fabrics;
    }

    /** The hosts, in the order of the layout. */
    public Collection<SimulatedHost> machines() {
        return machines.values();
    }

    /** Those that run Linux. */
    public List<LinuxMachine> linux() {
        return machines.values().stream()
                .filter(LinuxMachine.class::isInstance)
                .map(LinuxMachine.class::cast)
                .toList();
    }

    public Optional<SimulatedHost> machine(String name) {
        return Optional.ofNullable(machines.get(name));
    }

    /**
     * Waits until a master has set up the ports of all hosts, or two minutes of the lab have passed: a fabric may be made so that
     * this never comes about. Where nothing starts a subnet manager nothing is waited for.
     */
    public void awaitMasters() throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        boolean hasManagers = machines.values().stream().anyMatch(SimulatedHost::startsOpensm)
                || fabrics.stream().anyMatch(SimulatedFabric::hasManager);
        while (hasManagers
                && clock.nanos() < until
                && !machines.values().stream().allMatch(SimulatedHost::isSettled)) {
            clock.sleep(LOOK_AGAIN);
        }
    }
}
