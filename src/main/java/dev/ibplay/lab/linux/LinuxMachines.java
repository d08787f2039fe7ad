package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.shell.Shell;
import dev.ibplay.lab.time.LabClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the Linux hosts of a lab, which share all that is the same on each: programs, and the files of Debian's packages. */
public final class LinuxMachines {
    private static final int MODE = 0644;

    /** As much of the package's file as matters: a process for each port, by a template. */
    private static final String OPENSM_SERVICE = """
            [Unit]
            Description=OpenSM on the ports of this host

            [Service]
            Type=oneshot
            RemainAfterExit=yes
            EnvironmentFile=/etc/default/opensm
            ExecStart=/bin/sh -c 'case "$PORTS" in NONE) exit 0;; ALL) PORTS=$(/usr/sbin/ibstat -p);; esac; for p in $PORTS; do systemctl start opensm@$p.service; done'

            [Install]
            WantedBy=network-online.target
            """;

    private static final String OPENSM_TEMPLATE = """
            [Unit]
            Description=OpenSM on port %I
            PartOf=opensm.service

            [Service]
            Type=simple
            ExecStart=/usr/sbin/opensm --guid %I --log_file /var/log/opensm.%I.log
            """;

    private final Machine common;
    private final Map<Stack, Machine> bases = new ConcurrentHashMap<>();
    private final Map<Machine, LinuxMachine> hosts = new ConcurrentHashMap<>();
    private final IpNetwork network;

    /** What tells the files of two hosts apart. */
    private record Stack(LinuxHost.Stack network, boolean opensm) {}

    /**
     * None yet.
     *
     * @throws Errno never, on disks without a limit
     */
    public LinuxMachines(LabClock clock) throws Errno {
        this(clock, new IpNetwork());
    }

    /**
     * The same, for hosts that share their addresses with others.
     *
     * @throws Errno never, on disks without a limit
     */
    public LinuxMachines(LabClock clock, IpNetwork network) throws Errno {
        this.network = network;
        common = new Machine("common", new Disk(clock), clock);
        Shell.install(common);
        HelperProgram.teach(common);
        install(common, "/usr/bin/systemctl", LinuxMachine::systemctl);
        install(common, "/usr/sbin/ip", LinuxMachine::ip);
        install(common, "/usr/sbin/ibstat", LinuxMachine::ibstat);
        install(common, "/usr/sbin/modinfo", LinuxMachine::modinfo);
        common.disk().folders("/run/systemd/system");
        common.disk().folders("/etc/systemd/system");
        common.disk().folders("/etc/modprobe.d");
        common.disk().folders("/etc/udev/rules.d");
        common.disk().folders("/root");
        common.disk().folders("/tmp");
        common.disk().folders("/var/lib");
        common.disk().folders("/lib/systemd/system");
    }

    private void install(Machine machine, String path, Function<LinuxMachine, Program> program) throws Errno {
        machine.install(path, call -> {
            Optional<LinuxMachine> host = Optional.ofNullable(hosts.get(call.machine()));
            return host.isEmpty() ? 1 : program.apply(host.get()).run(call);
        });
    }

    private Machine base(Stack stack) {
        return bases.computeIfAbsent(stack, this::makeBase);
    }

    private Machine makeBase(Stack stack) {
        try {
            Machine base = common.sibling("base");
            addStack(base, StackPackage.of(stack.network()));
            if (stack.opensm()) {
                write(base, "/lib/systemd/system/opensm.service", OPENSM_SERVICE);
                write(base, "/lib/systemd/system/opensm@.service", OPENSM_TEMPLATE);
                write(base, "/etc/default/opensm", "# ALL, NONE or the GUIDs of ports\nPORTS=ALL\n");
                base.disk().folders("/etc/opensm");
                install(base, "/usr/sbin/opensm", LinuxMachine::opensm);
            }
            return base;
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void addStack(Machine base, StackPackage files) throws Errno {
        for (Map.Entry<String, String> unit : files.units().entrySet()) {
            write(base, "/lib/systemd/system/" + unit.getKey(), unit.getValue());
            enable(base, "multi-user.target", unit.getKey());
        }
        for (String path : files.programs()) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            install(base, path, host -> host.networkProgram(name));
        }
        for (Map.Entry<String, String> link : files.links().entrySet()) {
            base.disk().folders(link.getKey().substring(0, link.getKey().lastIndexOf('/')));
            base.disk().symlink(link.getValue(), link.getKey());
        }
    }

    static void write(Machine machine, String path, String text) throws Errno {
        machine.disk().folders(path.substring(0, path.lastIndexOf('/')));
        machine.disk().write(path, Bytes.ofUtf8(text), MODE);
    }

    private static void enable(Machine machine, String target, String unit) throws Errno {
        String folder = "/etc/systemd/system/" + target + ".wants";
        machine.disk().folders(folder);
        machine.disk().symlink("/lib/systemd/system/" + unit, folder + "/" + unit);
    }

    private static String words(List<PortGuid> ports) {
        return ports.stream().map(PortGuid::toString).collect(Collectors.joining(" "));
    }

    /**
     * Makes a host, which has not booted yet.
     *
     * @param way the address of its eth0
     * @param fabrics the fabric that an adapter's port is on
     */
    public LinuxMachine make(LinuxHost host, String way, Function<PortRef, SimulatedFabric> fabrics) throws Errno {
        Machine machine =
                base(new Stack(host.stack(), host.opensm().isPresent())).sibling(host.name());
        if (host.opensm().isPresent()) {
            LinuxHost.Opensm opensm = host.opensm().get();
            if (opensm.conf().isPresent()) {
                write(machine, "/etc/opensm/opensm.conf", opensm.conf().get());
            }
            if (opensm.partitions().isPresent()) {
                write(
                        machine,
                        "/etc/opensm/partitions.conf",
                        opensm.partitions().get());
            }
            if (!opensm.ports().isEmpty()) {
                write(machine, "/etc/default/opensm", "PORTS=\"" + words(opensm.ports()) + "\"\n");
            }
            if (opensm.enabled()) {
                enable(machine, "network-online.target", "opensm.service");
            }
        }
        give(machine, host.given());
        LinuxMachine made = new LinuxMachine(host, machine, way, fabrics, network);
        hosts.put(machine, made);
        return made;
    }

    /** Lays out what a real host has, before anything of it runs. */
    private void give(Machine machine, LinuxHost.Given given) throws Errno {
        for (Map.Entry<String, LinuxHost.GivenFile> file : given.files().entrySet()) {
            String path = file.getKey();
            machine.disk().folders(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
            machine.disk()
                    .write(path, file.getValue().content(), file.getValue().mode());
        }
        if (given.opensm().isPresent()) {
            LinuxHost.OpensmBuild build = given.opensm().get();
            install(machine, build.path(), LinuxMachine::opensm);
            for (String path : given.files().keySet()) {
                if (path.endsWith("/opensm-launch")) {
                    machine.teach(path, new OpensmLaunch(build));
                } else if (path.endsWith("/init.d/opensmd")) {
                    machine.teach(path, new OpensmdScript(build));
                }
            }
        }
        Systemd systemd = new Systemd(machine);
        for (String unit : given.enabled()) {
            if (systemd.load(unit).isPresent()) {
                systemd.enable(unit);
            }
        }
    }
}
