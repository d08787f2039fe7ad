package dev.ibplay.lab.machine;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.time.HostClock;
import dev.ibplay.lab.time.LabClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** One simulated host. */
public final class Machine {
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final int PROGRAM_MODE = 0755;

    private final String name;
    private final Disk disk;
    private final LabClock lab;
    private final Userland userland;
    private final HostClock clock;
    private final Programs programs;
    private final Executables executables;
    private final Processes processes;
    private final List<Runnable> haltHooks = new CopyOnWriteArrayList<>();
    private final List<Runnable> bootHooks = new CopyOnWriteArrayList<>();
    private final Logins logins = new Logins(this);
    private volatile Boot boot;
    private volatile HostNetwork network = HostNetwork.NONE;
    private volatile HostAdapters adapters = HostAdapters.NONE;
    private volatile String kernelRelease = "5.14.0-427.13.1.el9_4.x86_64";
    private volatile String commandLine = "BOOT_IMAGE=/boot/vmlinuz root=/dev/sda1 ro quiet";
    private volatile Faults faults = Faults.NONE;
    private volatile Duration bootTime = Duration.ZERO;
    private volatile boolean up = true;
    private volatile Predicate<String> runnable = path -> true;

    private record Boot(int count, long nanos, long seconds, String id) {}

    /** One that has just been started. */
    public Machine(String name, Disk disk, LabClock clock) {
        this(name, disk, clock, Userland.LINUX);
    }

    /** The same, of some system. */
    public Machine(String name, Disk disk, LabClock clock, Userland userland) {
        this(name, disk, clock, userland, new HostClock(clock), new Programs());
    }

    private Machine(String name, Disk disk, LabClock lab, Userland userland, HostClock clock, Programs programs) {
        this.name = name;
        this.disk = disk;
        this.lab = lab;
        this.userland = userland;
        this.clock = clock;
        this.programs = programs;
        this.executables = new Executables(disk, programs, path -> runnable.test(path));
        this.boot = boot(1);
        this.processes = new Processes(this::uptimeTicks, userland);
        if (userland.hasProc()) {
            ProcFiles.mount(this);
        }
    }

    /** Another one with the same files and programs; they share what neither changes, virtual files included. */
    public Machine sibling(String otherName) {
        HostClock its = new HostClock(lab);
        return new Machine(otherName, disk.copy(its), lab, userland, its, programs.over());
    }

    private Boot boot(int count) {
        String id = UUID.nameUUIDFromBytes((name + "#" + count).getBytes(StandardCharsets.UTF_8))
                .toString();
        return new Boot(count, clock.nanos(), clock.epochSeconds(), id);
    }

    public String name() {
        return name;
    }

    /** What its system is like. */
    public Userland userland() {
        return userland;
    }

    public Disk disk() {
        return disk;
    }

    public HostClock clock() {
        return clock;
    }

    public Processes processes() {
        return processes;
    }

    /** When the kernel started, in seconds since 1970. */
    public long bootedAtSeconds() {
        return boot.seconds;
    }

    /** A new one with each boot; the same in every run of the lab. */
    public String bootId() {
        return boot.id;
    }

    /** Nanoseconds since the kernel started. */
    public long uptimeNanos() {
        return clock.nanos() - boot.nanos;
    }

    private long uptimeTicks() {
        return uptimeNanos() / NANOS_PER_TICK;
    }

    /** Its interfaces and routes. */
    public HostNetwork network() {
        return network;
    }

    public void network(HostNetwork newNetwork) {
        network = newNetwork;
    }

    /** Its InfiniBand adapters. */
    public HostAdapters adapters() {
        return adapters;
    }

    public void adapters(HostAdapters newAdapters) {
        adapters = newAdapters;
    }

    /** What {@code uname -r} prints. */
    public String kernelRelease() {
        return kernelRelease;
    }

    /** Another kernel, as after an update. */
    public void kernelRelease(String release) {
        kernelRelease = release;
    }

    /** What {@code /proc/cmdline} says. */
    public String commandLine() {
        return commandLine;
    }

    /** Other words from the boot loader, which count from the next boot on. */
    public void commandLine(String words) {
        commandLine = words;
    }

    /** What goes wrong on it. */
    public Faults faults() {
        return faults;
    }

    public void faults(Faults newFaults) {
        faults = newFaults;
    }

    /** Who is logged in. */
    public Logins logins() {
        return logins;
    }

    /** Puts an executable file there, whose folders are made. Copies and links of it do the same. */
    public void install(String path, Program program) throws Errno {
        Bytes content = Bytes.ofUtf8("\u007fELF ibplay lab\n" + path + "\n");
        disk.folders(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
        disk.write(path, content, PROGRAM_MODE);
        programs.put(Programs.sha256(content), program);
    }

    /** Says what the file that is there does when it is run, although it may be a script for something that is not installed. */
    public void teach(String path, Program program) throws Errno {
        programs.put(Programs.sha256(disk.read(path)), program);
    }

    /** Says what an executable with this content does, however it comes to the machine. */
    public void knows(String sha256, Program program) {
        programs.put(sha256, program);
    }

    /**
     * What running a file means: the installed program, a {@code #!} script by its interpreter, or an executable known by
     * its content.
     *
     * @throws Errno ENOENT, EACCES when it may not be run, ENOEXEC when it is no program, ELOOP
     */
    public Program load(String path) throws Errno {
        return executables.load(path);
    }

    /** The same; empty when it cannot be run. */
    public Optional<Program> program(String path) {
        try {
            return Optional.of(load(path));
        } catch (Errno cannot) {
            return Optional.empty();
        }
    }

    /**
     * Has a kernel look which files it runs. Scripts are not asked about, since their interpreter is.
     *
     * @param allowed of absolute paths; for all others running them is EPERM
     */
    public void runsOnly(Predicate<String> allowed) {
        runnable = allowed;
    }

    /** Where a program is: itself when it holds a slash, else in the first folder of a PATH that has an executable file of it. */
    public Optional<String> find(String program, String path) {
        return executables.find(program, path);
    }

    /** How long a reboot takes until services run and logins are possible; none at first. */
    public void bootTime(Duration time) {
        bootTime = time;
    }

    /** Whether it runs: not while it reboots, when nobody can log in. */
    public boolean isUp() {
        return up;
    }

    /** Has something done when it goes down, once its processes have ended, on the thread that reboots it. */
    public void onHalt(Runnable hook) {
        haltHooks.add(hook);
    }

    /**
     * Has something done when it has come up again, in the order of registration: on the thread that reboots it where that takes
     * no time, else on one of the clock's.
     */
    public void onBoot(Runnable hook) {
        bootHooks.add(hook);
    }

    /**
     * Ends all processes, with no time to tidy up, and starts anew after its boot time: another boot id, files as they are, no
     * logins. Nothing happens while it is on its way up already.
     */
    public void reboot() {
        if (!halt()) {
            return;
        }
        logins.dropAll();
        haltHooks.forEach(Runnable::run);
        Duration time = bootTime;
        if (time.isZero()) {
            comeUp();
        } else {
            clock.after(time, this::comeUp);
        }
    }

    private synchronized boolean halt() {
        boolean wasUp = up;
        up = false;
        if (wasUp) {
            processes.halt();
        }
        return wasUp;
    }

    private void comeUp() {
        boot = boot(boot.count + 1);
        processes.restart();
        bootHooks.forEach(Runnable::run);
        up = true;
    }
}
