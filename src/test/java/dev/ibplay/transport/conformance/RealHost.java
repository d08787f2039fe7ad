package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** This machine. */
class RealHost implements TestHost {
    @Override
    public String makeFolder(int uid) throws IOException {
        Path folder = Files.createTempDirectory("ibplay-conformance");
        Files.setAttribute(folder, "unix:uid", uid);
        return folder.toString();
    }

    @Override
    public void deleteFolder(String folder) throws IOException {
        RealFolders.delete(Path.of(folder));
    }

    /** Where this process finds a file of that machine. */
    Path at(String path) {
        return Path.of(path);
    }

    @Override
    public Bytes content(String path) throws IOException {
        return Bytes.of(Files.readAllBytes(at(path)));
    }

    @Override
    public void write(String path, Bytes content) throws IOException {
        Files.write(at(path), content.toArray());
    }

    @Override
    public void mkdir(String path) throws IOException {
        Files.createDirectory(at(path));
    }

    @Override
    public void symlink(String target, String path) throws IOException {
        Files.createSymbolicLink(at(path), Path.of(target));
    }

    @Override
    public int mode(String path) throws IOException {
        return (int) Files.getAttribute(at(path), "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
    }

    @Override
    public void mode(String path, int mode) throws IOException {
        Files.setAttribute(at(path), "unix:mode", mode);
    }

    @Override
    public Owner owner(String path) throws IOException {
        Path file = at(path);
        return new Owner((int) Files.getAttribute(file, "unix:uid"), (int) Files.getAttribute(file, "unix:gid"));
    }

    @Override
    public void owner(String path, Owner owner) throws IOException {
        Files.setAttribute(at(path), "unix:uid", owner.uid());
        Files.setAttribute(at(path), "unix:gid", owner.gid());
    }

    @Override
    public void modified(String path, long seconds) throws IOException {
        Files.setLastModifiedTime(at(path), FileTime.from(seconds, TimeUnit.SECONDS));
    }

    @Override
    public long inode(String path) throws IOException {
        return (long) Files.getAttribute(at(path), "unix:ino");
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(at(path));
    }

    @Override
    public boolean isLink(String path) {
        return Files.isSymbolicLink(at(path));
    }

    @Override
    public boolean isFolder(String path) {
        return Files.isDirectory(at(path));
    }

    @Override
    public List<String> names(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(at(folder))) {
            return entries.map(e -> e.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public String resolve(String path) throws IOException {
        return Path.of(path).toRealPath().toString();
    }

    @Override
    public Sleeper sleeper(String path, List<String> arguments) throws IOException {
        Path program = Path.of(path);
        Files.copy(Path.of("/bin/sleep"), program);
        Files.setAttribute(program, "unix:mode", 0755);
        List<String> words = new ArrayList<>(List.of(path));
        words.addAll(arguments);
        return new RealSleeper(new ProcessBuilder(words).start());
    }

    private record RealSleeper(Process process) implements Sleeper {
        @Override
        public int pid() {
            return (int) process.pid();
        }

        @Override
        public long startedSeconds() {
            return process.info().startInstant().orElseThrow().getEpochSecond();
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public boolean isTerminated() throws InterruptedException {
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 128 + 15;
        }

        @Override
        public void kill() {
            process.destroyForcibly().onExit().join();
        }
    }

    @Override
    public boolean lives(long pid) {
        return !sessionOf(pid).isEmpty();
    }

    @Override
    public void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Override
    public void killSession(HostSession session) throws Exception {
        RunCommand cat = RunCommand.of(Scene.LIMIT, "cat", "/proc/self/stat");
        Outcome outcome = session.run(Batch.of(List.of(cat)), Scene.LIMIT).getFirst();
        String[] fields = statFields(
                Scene.as(Outcome.CommandEnded.class, outcome).stdout().lossyText());
        String number = fields[3];
        assertThat(number).isNotEqualTo(statFields(Files.readString(Path.of("/proc/self/stat")))[3]);
        List<Long> members = ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> number.equals(sessionOf(pid)))
                .toList();
        assertThat(members).isNotEmpty();
        members.forEach(this::kill);
        for (long pid : members) {
            assertThat(GuardScene.await(() -> !lives(pid))).isTrue();
        }
    }

    /** Empty when there is no such process, or only what is left of it. */
    private static String sessionOf(long pid) {
        try {
            String[] fields = statFields(Files.readString(Path.of("/proc/" + pid + "/stat")));
            return fields[0].equals("Z") || fields[0].equals("X") ? "" : fields[3];
        } catch (IOException gone) {
            return "";
        }
    }

    /** From the state on: state, parent, group, session. */
    private static String[] statFields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    @Override
    public Mounts mounts() {
        return new RealMounts();
    }

    @Override
    public boolean hasProgram(String name) {
        return true;
    }
}
