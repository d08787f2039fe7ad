package dev.ibplay.lab.esxi;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.esxcli.Esxcli;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** One ESXi host of a lab, with everything that its files, processes, vSwitches and ports do. */
public final class EsxiMachine implements SimulatedHost {
    /** Quicker than any server, so that a lab is not waited for. */
    private static final Duration BOOT_TIME = Duration.ofSeconds(12);

    private static final Duration HOUR = Duration.ofHours(1);

    private final EsxiHost host;
    private final Machine machine;
    private final List<EsxiPort> ports;
    private final List<IpoibUplink> uplinks;
    private final EsxiState state;
    private final VirtualNetwork network;
    private final KernelModules modules;
    private final MemoryDisk memory;
    private final OpensmLauncher opensm;
    private Optional<LabClock.Timer> backup = Optional.empty();

    /**
     * One that is switched off.
     *
     * @param image the files of its packages
     * @param way the address of vmk0
     */
    EsxiMachine(
            EsxiHost host,
            Machine machine,
            Disk image,
            String way,
            Function<PortRef, SimulatedFabric> fabrics,
            IpNetwork addresses) {
        this.host = host;
        this.machine = machine;
        List<EsxiPort> all = portsOf(host, fabrics);
        ports = host.release().hasIpoib() ? all : List.of();
        if (ports.isEmpty()) {
            // A port comes up when its driver says so, and there is none.
            all.forEach(port -> port.fabric().powerOff(port.ref()));
        }
        uplinks = uplinksOf(ports, host.given().uplinks(), machine.clock());
        state = new EsxiState(
                new EsxiSettings(Map.of(), Map.of(), Set.of(), host.traits().parameters(), false));
        network = new VirtualNetwork(host, way, uplinks, state, addresses);
        modules =
                new KernelModules(host.release(), !ports.isEmpty(), host.given().options(), state);
        memory = new MemoryDisk(machine.disk(), image);
        opensm = new OpensmLauncher(host, ports);
        if (host.release().runsOnlyInstalled()) {
            machine.runsOnly(image::exists);
        }
        machine.bootTime(BOOT_TIME);
        machine.onHalt(this::halt);
        machine.onBoot(this::bootAgain);
    }

    private static List<EsxiPort> portsOf(EsxiHost host, Function<PortRef, SimulatedFabric> fabrics) {
        List<EsxiPort> ports = new ArrayList<>();
        for (EsxiHost.Adapter adapter : host.adapters()) {
            for (int number = 1; number <= adapter.ports(); number++) {
                ports.add(new EsxiPort(adapter, number, fabrics.apply(new PortRef(adapter.node(), number))));
            }
        }
        return List.copyOf(ports);
    }

    private static List<IpoibUplink> uplinksOf(List<EsxiPort> ports, List<String> names, LabClock clock) {
        List<IpoibUplink> uplinks = new ArrayList<>();
        for (EsxiPort port : ports) {
            int number = uplinks.size();
            String name = number < names.size() ? names.get(number) : "vmnic_ib" + number;
            uplinks.add(new IpoibUplink(name, port, clock));
        }
        return List.copyOf(uplinks);
    }

    @Override
    public Machine machine() {
        return machine;
    }

    EsxiHost host() {
        return host;
    }

    List<EsxiPort> ports() {
        return ports;
    }

    VirtualNetwork network() {
        return network;
    }

    EsxiState state() {
        return state;
    }

    KernelModules modules() {
        return modules;
    }

    @Override
    public void boot() {
        for (EsxiPort port : ports) {
            if (port.view().mtuCap() != portCap()) {
                port.fabric().reset(port.ref(), portCap());
            }
        }
        start();
    }

    /** What the driver lets a port do. */
    private Mtu portCap() {
        return modules.isWide() ? Mtu.MTU_4096 : Mtu.MTU_2048;
    }

    private void halt() {
        backup.ifPresent(LabClock.Timer::cancel);
        uplinks.forEach(IpoibUplink::stop);
        ports.forEach(port -> port.fabric().powerOff(port.ref()));
    }

    private void bootAgain() {
        try {
            memory.reset();
            state.start(machine.disk());
        } catch (Errno full) {
            // As on a real host: the boot goes on without what could not be written.
        }
        ports.forEach(port -> port.fabric().powerOn(port.ref(), portCap()));
        start();
    }

    private void start() {
        try {
            layScratch();
        } catch (Errno full) {
            // The same.
        }
        uplinks.forEach(uplink -> uplink.start(portCap()));
        backup = Optional.of(machine.clock().after(HOUR, this::backUp));
        opensm.boot(machine);
        LocalScript.run(machine);
    }

    private void layScratch() throws Errno {
        machine.disk().folders(host.traits().scratch());
        machine.disk().symlink(host.traits().scratch(), "/scratch");
    }

    /** Cron's job of each hour. */
    private void backUp() {
        if (machine.isUp()) {
            try {
                state.save(machine.disk());
            } catch (Errno full) {
                // As on a real host: what could not be saved is tried again an hour later.
            }
            backup = Optional.of(machine.clock().after(HOUR, this::backUp));
        }
    }

    /** What somebody asks for, other than a loss of power: settings are saved first. */
    void rebootOrderly() {
        try {
            state.save(machine.disk());
        } catch (Errno full) {
            // As on a real host, which goes down all the same.
        }
        machine.reboot();
    }

    @Override
    public boolean startsOpensm() {
        return host.opensm().isPresent() && !ports.isEmpty();
    }

    @Override
    public boolean isSettled() {
        return ports.stream()
                        .map(EsxiPort::view)
                        .allMatch(port ->
                                port.state() == PortState.ACTIVE || port.physicalState() != PortPhysicalState.LINK_UP)
                && uplinks.stream().allMatch(IpoibUplink::isSettled);
    }

    Program esxcli() {
        List<EsxcliCommand> commands = new ArrayList<>();
        commands.addAll(new SystemCommands(this).all());
        commands.addAll(new ModuleCommands(modules, state).all());
        commands.addAll(new SwitchCommands(host.release(), network).all());
        commands.addAll(new VmkernelCommands(host.release(), network).all());
        commands.addAll(new NicCommands(this).all());
        commands.addAll(new PackageCommands(this).all());
        return new Esxcli(commands, host.release().hasJson(), host.release().esxcliStart());
    }

    Program opensm() {
        return opensm.program();
    }

    Program opensmScript() {
        return opensm.script();
    }
}
