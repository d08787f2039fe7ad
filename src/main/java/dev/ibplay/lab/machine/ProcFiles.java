package dev.ibplay.lab.machine;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Virtual;
import dev.ibplay.lab.disk.VirtualFolder;
import dev.ibplay.lab.disk.VirtualLink;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The parts of procfs that processes and the far ends look at (proc(5)). */
final class ProcFiles implements VirtualFolder {
    private static final String CONTROL_GROUPS = "/sys/fs/cgroup";
    private static final int FIELDS_BEHIND_START = 30;
    private static final String MOUNTS = "21 1 8:1 / / rw - xfs /dev/sda1 rw\n"
            + "22 21 0:20 / /proc rw - proc proc rw\n"
            + "23 21 0:21 / /sys rw - sysfs sysfs rw\n"
            + "24 23 0:22 / " + CONTROL_GROUPS + " rw - cgroup2 cgroup2 rw\n";

    private final Machine machine;
    private final Map<String, Virtual> fixed;

    private ProcFiles(Machine machine) {
        this.machine = machine;
        this.fixed = Map.of(
                "uptime", new Value(this::uptime),
                "cmdline", new Value(() -> machine.commandLine() + "\n"),
                "stat", new Value(() -> "cpu 0 0 0 0 0 0 0 0 0 0\nbtime " + machine.bootedAtSeconds() + "\n"),
                "version", new Value(() -> "Linux version " + machine.kernelRelease() + " (ibplay lab)\n"),
                "sys", folder("kernel", kernel(machine)));
    }

    private static VirtualFolder kernel(Machine machine) {
        return VirtualFolder.of(Map.of(
                "osrelease", new Value(() -> machine.kernelRelease() + "\n"),
                "hostname", new Value(() -> machine.name() + "\n"),
                "random", folder("boot_id", new Value(() -> machine.bootId() + "\n"))));
    }

    private record Value(Supplier<String> text) implements Attribute {
        @Override
        public Bytes read() {
            return Bytes.ofUtf8(text.get());
        }

        @Override
        public long size() {
            return 0;
        }
    }

    private record OomScore(SimulatedProcess process) implements Attribute {
        private static final int MAX = 1000;

        @Override
        public Bytes read() {
            return Bytes.ofUtf8(process.oomScore() + "\n");
        }

        @Override
        public void write(Bytes value) throws Errno {
            String text = value.lossyText().strip();
            if (!text.matches("-?\\d{1,4}") || Math.abs(Integer.parseInt(text)) > MAX) {
                throw new Errno("EINVAL", "oom_score_adj");
            }
            process.oomScore(Integer.parseInt(text));
        }

        @Override
        public int mode() {
            return 0644;
        }

        @Override
        public long size() {
            return 0;
        }
    }

    static void mount(Machine machine) {
        try {
            machine.disk().mount("/proc", new ProcFiles(machine));
            machine.disk().attribute(CONTROL_GROUPS + "/cgroup.procs", new RootGroup(machine.processes()));
        } catch (Errno taken) {
            throw new IllegalStateException(taken);
        }
    }

    private static VirtualFolder folder(String name, Virtual entry) {
        return VirtualFolder.of(Map.of(name, entry));
    }

    private String uptime() {
        long hundredths = machine.uptimeNanos() / 10_000_000;
        return String.format(Locale.ROOT, "%d.%02d 0.00\n", hundredths / 100, hundredths % 100);
    }

    @Override
    public Collection<String> names() {
        Stream<String> pids = machine.processes().all().stream().map(process -> Integer.toString(process.pid()));
        return Stream.concat(fixed.keySet().stream(), pids).toList();
    }

    @Override
    public Optional<Virtual> entry(String name) {
        if (name.equals("self")) {
            return SimulatedProcess.current().map(process -> new VirtualLink(Integer.toString(process.pid())));
        }
        Optional<Virtual> file = Optional.ofNullable(fixed.get(name));
        return file.isPresent() || !name.matches("[1-9][0-9]{0,8}")
                ? file
                : machine.processes().find(Integer.parseInt(name)).map(ProcFiles::folder);
    }

    private static VirtualFolder folder(SimulatedProcess process) {
        return VirtualFolder.of(Map.of(
                "comm", new Value(() -> process.comm() + "\n"),
                "cmdline", new Value(() -> cmdline(process)),
                "cgroup", new Value(() -> "0::" + process.controlGroup() + "\n"),
                "mountinfo", new Value(() -> MOUNTS),
                "oom_score_adj", new OomScore(process),
                "stat", new Value(() -> stat(process))));
    }

    private static String cmdline(SimulatedProcess process) {
        StringBuilder text = new StringBuilder();
        process.arguments().forEach(argument -> text.append(argument).append('\0'));
        return text.toString();
    }

    /** All 52 fields; those that nobody here knows are 0. */
    private static String stat(SimulatedProcess process) {
        return process.pid() + " (" + process.comm() + ") S " + process.parent() + " " + process.group() + " "
                + process.session() + " 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 1 0 " + process.startTicks()
                + " 0".repeat(FIELDS_BEHIND_START) + "\n";
    }
}
