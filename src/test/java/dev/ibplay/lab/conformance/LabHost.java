package dev.ibplay.lab.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.conformance.Mounts;
import dev.ibplay.transport.conformance.TestHost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A machine of the lab, with a shell and an interface lo. */
final class LabHost implements TestHost {
    private static final String PATH = "/usr/bin:/bin";
    private static final int KILL = 9;

    private final Machine machine;
    private final Disk disk;
    private final Map<HostSession, String> groups = new ConcurrentHashMap<>();
    private final AtomicInteger folders = new AtomicInteger();

    LabHost(Machine machine) throws Errno {
        this.machine = machine;
        this.disk = machine.disk();
        disk.folders("/tmp");
        disk.attribute("/sys/class/net/lo/mtu", new Mtu());
        machine.network(new Loopback());
    }

    /** Of lo, which is never another one. */
    private static final class Mtu implements Attribute {
        private static final String VALUE = "65536";

        @Override
        public Bytes read() {
            return Bytes.ofUtf8(VALUE + "\n");
        }

        @Override
        public void write(Bytes value) throws Errno {
            if (!value.lossyText().strip().equals(VALUE)) {
                throw new Errno("EINVAL", "mtu");
            }
        }

        @Override
        public int mode() {
            return 0644;
        }
    }

    /** Says which control group a session runs in. */
    HostSession inGroup(HostSession session, String group) {
        groups.put(session, group);
        return session;
    }

    @Override
    public String makeFolder(int uid) throws IOException {
        String folder = "/tmp/case" + folders.incrementAndGet();
        disk.mkdir(folder, 0700);
        disk.chown(folder, uid, uid);
        return folder;
    }

    /** The next case has another one. */
    @Override
    public void deleteFolder(String folder) {}

    @Override
    public Bytes content(String path) throws IOException {
        return disk.read(path);
    }

    @Override
    public void write(String path, Bytes content) throws IOException {
        disk.write(path, content, 0644);
    }

    @Override
    public void mkdir(String path) throws IOException {
        disk.mkdir(path, 0755);
    }

    @Override
    public void symlink(String target, String path) throws IOException {
        disk.symlink(target, path);
    }

    @Override
    public int mode(String path) throws IOException {
        return disk.stat(path, false).mode();
    }

    @Override
    public void mode(String path, int mode) throws IOException {
        disk.chmod(path, mode);
    }

    @Override
    public Owner owner(String path) throws IOException {
        var stat = disk.stat(path, true);
        return new Owner((int) stat.uid(), (int) stat.gid());
    }

    @Override
    public void owner(String path, Owner owner) throws IOException {
        disk.chown(path, owner.uid(), owner.gid());
    }

    @Override
    public void modified(String path, long seconds) throws IOException {
        disk.modified(path, seconds);
    }

    @Override
    public long inode(String path) throws IOException {
        return disk.stat(path, true).inode();
    }

    @Override
    public boolean exists(String path) {
        try {
            disk.stat(path, true);
            return true;
        } catch (Errno absent) {
            return false;
        }
    }

    @Override
    public boolean isLink(String path) {
        try {
            return disk.stat(path, false).isLink();
        } catch (Errno absent) {
            return false;
        }
    }

    @Override
    public boolean isFolder(String path) {
        try {
            return disk.stat(path, true).isFolder();
        } catch (Errno absent) {
            return false;
        }
    }

    @Override
    public List<String> names(String folder) throws IOException {
        return disk.list(folder);
    }

    @Override
    public String resolve(String path) throws IOException {
        return disk.resolve(path);
    }

    @Override
    public Sleeper sleeper(String path, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(path));
        words.addAll(arguments);
        long started = machine.clock().epochSeconds();
        return new LabSleeper(machine, machine.processes().start(1, 0, words), started);
    }

    private record LabSleeper(Machine machine, SimulatedProcess process, long startedSeconds) implements Sleeper {
        @Override
        public int pid() {
            return process.pid();
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public boolean isTerminated() throws Exception {
            return process.ended().get(20, TimeUnit.SECONDS).equals(new CommandEnd.Signalled(15));
        }

        @Override
        public void kill() {
            machine.processes().signal(process.pid(), KILL);
        }
    }

    @Override
    public boolean lives(long pid) {
        return machine.processes().find((int) pid).isPresent();
    }

    @Override
    public void kill(long pid) {
        machine.processes().signal((int) pid, KILL);
    }

    @Override
    public void killSession(HostSession session) {
        String group = groups.getOrDefault(session, "none");
        assertThat(machine.processes().signalControlGroup(group, KILL))
                .as("processes of %s", group)
                .isTrue();
    }

    @Override
    public Mounts mounts() {
        return new LabMounts(disk);
    }

    @Override
    public boolean hasProgram(String name) {
        return machine.find(name, PATH).isPresent();
    }
}
