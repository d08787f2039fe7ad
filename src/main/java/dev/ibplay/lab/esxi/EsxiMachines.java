package dev.ibplay.lab.esxi;

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
import dev.ibplay.lab.programs.Coreutils;
import dev.ibplay.lab.shell.Shell;
import dev.ibplay.lab.time.LabClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Makes the ESXi hosts of a lab. Those of one release with the same packages share their files. */
public final class EsxiMachines {
    /** PATH of a login's command line. */
    static final String PATH = "/bin:/sbin:/usr/bin";

    private static final int FILE_MODE = 0644;
    private static final int SCRIPT_MODE = 0755;

    /** Programs of busybox there that the lab knows. There is no cmp in some lists of them; see {@link EsxiHost.Traits}. */
    private static final Set<String> APPLETS = Set.of(
            "[",
            "basename",
            "cat",
            "chgrp",
            "chmod",
            "chown",
            "cmp",
            "cp",
            "cut",
            "date",
            "dd",
            "dirname",
            "echo",
            "env",
            "false",
            "find",
            "grep",
            "head",
            "hostname",
            "id",
            "kill",
            "ln",
            "ls",
            "md5sum",
            "mkdir",
            "mktemp",
            "mv",
            "nohup",
            "printf",
            "readlink",
            "rm",
            "rmdir",
            "sed",
            "seq",
            "setsid",
            "sha1sum",
            "sha256sum",
            "sleep",
            "sort",
            "stat",
            "sync",
            "tail",
            "tee",
            "test",
            "timeout",
            "touch",
            "tr",
            "true",
            "uniq",
            "wc",
            "which",
            "xargs");

    private static final String NO_PASSWORD = "(%u@%h) Password: ";

    private final LabClock clock;
    private final IpNetwork network;
    private final Map<Image, Machine> images = new ConcurrentHashMap<>();
    private final Map<Machine, EsxiMachine> hosts = new ConcurrentHashMap<>();

    /** What tells the files of two hosts apart. */
    private record Image(EsxiRelease release, Set<String> missing, Optional<EsxiHost.Launcher> opensm) {}

    /** None yet, among the addresses of all hosts of the lab. */
    public EsxiMachines(LabClock clock, IpNetwork network) {
        this.clock = clock;
        this.network = network;
    }

    /**
     * Makes a host, which has not booted yet.
     *
     * @param fabrics the fabric that an adapter's port is on
     */
    public EsxiMachine make(EsxiHost host, Function<PortRef, SimulatedFabric> fabrics) throws Errno {
        Machine image = images.computeIfAbsent(
                new Image(
                        host.release(),
                        host.traits().missingTools(),
                        host.opensm().map(EsxiHost.OpensmPackage::launcher)),
                this::makeImage);
        Machine machine = image.sibling(host.name());
        String way = "192.0.2.%d".formatted(10 + hosts.size() % 240);
        EsxiMachine made = new EsxiMachine(host, machine, image.disk(), way, fabrics, network);
        hosts.put(machine, made);
        return made;
    }

    private Machine makeImage(Image wanted) {
        try {
            return image(wanted);
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Userland userland(EsxiRelease release) {
        return new Userland(
                List.of("/bin/sh", "-c"),
                PATH,
                PATH,
                List.of("init"),
                false,
                new LoginRules(
                        List.of(LoginRules.PUBLIC_KEY, LoginRules.KEYBOARD_INTERACTIVE),
                        release.major() >= 8 ? NO_PASSWORD : "Password: ",
                        release.isFips()));
    }

    private Machine image(Image wanted) throws Errno {
        EsxiRelease release = wanted.release();
        Machine image = new Machine("image", new Disk(clock), clock, userland(release));
        Set<String> applets = new TreeSet<>(APPLETS);
        applets.removeAll(wanted.missing());
        if (!release.hasSha256sum()) {
            applets.remove("sha256sum");
        }
        image.install("/bin/busybox", Shell.PROGRAM);
        image.disk().symlink("busybox", "/bin/sh");
        image.disk().symlink("busybox", "/bin/ash");
        Coreutils.installBusybox(image, "/bin", applets, release.hasOldTimeout());
        for (String folder : List.of(
                "/usr/bin",
                "/usr/lib/vmware",
                "/tmp",
                "/var/log",
                "/var/run",
                "/opt",
                "/etc/init.d",
                "/etc/ssh/keys-root",
                "/etc/vmware",
                "/bootbank",
                "/altbootbank",
                "/vmfs/volumes/datastore1")) {
            image.disk().folders(folder);
        }
        write(image, "/etc/passwd", "root:x:0:0:Administrator:/:/bin/sh\n", FILE_MODE);
        write(image, "/etc/group", "root:x:0:root\n", FILE_MODE);
        write(image, "/etc/hosts", "127.0.0.1 localhost.localdomain localhost\n", FILE_MODE);
        write(image, "/etc/ssh/keys-root/authorized_keys", "", 0600);
        write(image, LocalScript.PATH, "#!/bin/sh\n\n# local configuration options\n\nexit 0\n", SCRIPT_MODE);
        addTools(image);
        wanted.opensm().ifPresent(launcher -> addOpensm(image, launcher));
        return image;
    }

    private void addTools(Machine image) throws Errno {
        install(image, "/sbin/esxcli", EsxiMachine::esxcli);
        install(image, "/sbin/auto-backup.sh", host -> new SystemTools(host)::backUp);
        install(image, "/bin/reboot", host -> new SystemTools(host)::reboot);
        install(image, "/bin/uname", host -> new SystemTools(host)::uname);
        install(image, "/bin/vmware", host -> new SystemTools(host)::vmware);
        install(image, "/bin/ps", host -> new SystemTools(host).ps());
        install(
                image,
                "/sbin/vmkping",
                host -> new VmkPing(host.network(), host.host().release()));
        install(image, "/sbin/esxcfg-vswitch", host -> new LegacyTools(host)::vswitch);
        install(image, "/sbin/esxcfg-vmknic", host -> new LegacyTools(host)::vmknic);
        install(image, "/sbin/esxcfg-nics", host -> new LegacyTools(host)::nics);
    }

    private void addOpensm(Machine image, EsxiHost.Launcher launcher) {
        try {
            install(image, "/opt/opensm/bin/ibstat", host -> new IbTools(host)::ibstat);
            for (String name : List.of("ibping", "ibportstate", "osmtest-static")) {
                install(image, "/opt/opensm/bin/" + name, host -> IbTools::fail);
            }
            install(image, OpensmLauncher.PROGRAM, EsxiMachine::opensm);
            if (launcher == EsxiHost.Launcher.INIT_SCRIPT) {
                write(
                        image,
                        "/etc/init.d/opensmd",
                        "#!/bin/sh\n# opensmd: the subnet managers of this host's adapters\n",
                        SCRIPT_MODE);
                image.teach("/etc/init.d/opensmd", of(EsxiMachine::opensmScript));
            }
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void write(Machine machine, String path, String text, int mode) throws Errno {
        machine.disk().folders(path.substring(0, path.lastIndexOf('/')));
        machine.disk().write(path, Bytes.ofUtf8(text), mode);
    }

    private void install(Machine machine, String path, Function<EsxiMachine, Program> program) throws Errno {
        machine.install(path, of(program));
    }

    private Program of(Function<EsxiMachine, Program> program) {
        return call -> {
            Optional<EsxiMachine> host = Optional.ofNullable(hosts.get(call.machine()));
            return host.isEmpty() ? 1 : program.apply(host.get()).run(call);
        };
    }
}
