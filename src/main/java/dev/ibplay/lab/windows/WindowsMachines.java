package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.LoginRules;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.Userland;
import dev.ibplay.lab.time.HostClock;
import dev.ibplay.lab.time.LabClock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes the Windows hosts of a lab. */
public final class WindowsMachines {
    private static final String OFED_FOLDER = "C:\\Program Files\\OFED\\OpenSM";
    private static final String CMD = "/C:/Windows/System32/cmd.exe";
    private static final String POWERSHELL = "/C:/Windows/System32/WindowsPowerShell/v1.0/powershell.exe";
    private static final int ALL_BITS = -1;

    private final LabClock clock;
    private final IpNetwork network;
    private int made;

    /** None yet, among the addresses of all hosts of the lab. */
    public WindowsMachines(LabClock clock, IpNetwork network) {
        this.clock = clock;
        this.network = network;
    }

    /**
     * Makes a host, which has not booted yet.
     *
     * @param fabrics the fabric that an adapter's port is on
     */
    public WindowsMachine make(WindowsHost host, Function<PortRef, SimulatedFabric> fabrics) throws Errno {
        Machine machine = new Machine(host.name(), new Disk(new HostClock(clock)), clock, userland(host));
        String way = "198.51.100.%d".formatted(10 + made++ % 240);
        WindowsMachine windows = new WindowsMachine(host, machine, way, fabrics, network);
        install(windows);
        for (String folder : List.of("C:\\Windows\\Temp", "C:\\ProgramData", "C:\\Users\\Administrator", OFED_FOLDER)) {
            windows.files().folders(folder);
        }
        if (host.opensm().isPresent()) {
            for (Map.Entry<String, Bytes> file : host.opensm().get().files().entrySet()) {
                windows.files().write(file.getKey(), file.getValue());
            }
        }
        return windows;
    }

    /** OpenSSH for Windows: no keyboard-interactive, and the shell is what the registry says. */
    private static Userland userland(WindowsHost host) {
        return new Userland(
                host.traits().isPowerShell() ? List.of(POWERSHELL, "-c") : List.of(CMD, "/c"),
                Programs.SYSTEM_FOLDER,
                Programs.SYSTEM_FOLDER,
                List.of("System"),
                false,
                ALL_BITS,
                new LoginRules(
                        List.of(LoginRules.PUBLIC_KEY, LoginRules.PASSWORD),
                        "Password: ",
                        false,
                        "OpenSSH_for_Windows_8.1"));
    }

    private static void install(WindowsMachine host) throws Errno {
        SystemPrograms system = new SystemPrograms(host);
        ServicePrograms services = new ServicePrograms(host);
        install(host, Programs.POWERSHELL, new PowerShellProgram(host)::run);
        inSystem(host, "cmd.exe", system::cmd);
        inSystem(host, "chcp.com", system::chcp);
        inSystem(host, "whoami.exe", system::whoami);
        inSystem(host, "netsh.exe", new NetshProgram(host)::run);
        inSystem(host, "reg.exe", new RegProgram(host)::run);
        inSystem(host, "sc.exe", services::sc);
        inSystem(host, "net.exe", services::net);
        IbTools tools = new IbTools(host);
        IbQueries queries = new IbQueries(host);
        Map<String, Program> all = Map.of(
                "ibv_devinfo",
                tools::ibvDevinfo,
                "ibstat",
                tools::ibstat,
                "vstat",
                tools::vstat,
                "sminfo",
                queries::sminfo,
                "smpquery",
                queries::smpquery,
                "saquery",
                queries::saquery,
                "opensm",
                ServiceManager.opensm(host.ports(), host.files(), OFED_FOLDER));
        for (Map.Entry<String, Program> tool : all.entrySet()) {
            if (!host.made().traits().missing().contains(tool.getKey())) {
                install(host, host.made().stack().tools() + "\\" + tool.getKey() + ".exe", tool.getValue());
            }
        }
    }

    private static void inSystem(WindowsMachine host, String name, Program program) throws Errno {
        install(host, Programs.SYSTEM_FOLDER + "\\" + name, program);
    }

    private static void install(WindowsMachine host, String path, Program program) throws Errno {
        host.machine().install(host.files().program(path), program);
    }
}
