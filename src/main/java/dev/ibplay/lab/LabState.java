package dev.ibplay.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a running lab says of itself in its folder, so that other processes find it.
 *
 * @param pid of the process that it lives in
 * @param started when that process began, in milliseconds since 1970; two processes may have had one number
 * @param hosts how many it has
 * @param pace how many seconds pass in it in one of the world's
 */
public record LabState(long pid, long started, int hosts, double pace) {
    private static final String FILE = "state";

    /** The process that calls. */
    static LabState ofThisProcess(int hosts, double pace) {
        ProcessHandle self = ProcessHandle.current();
        return new LabState(self.pid(), began(self), hosts, pace);
    }

    private static long began(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** The process, if it still lives. */
    public Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(p -> began(p) == started);
    }

    void write(LabFolder folder) throws IOException {
        String text = "pid %d\nstarted %d\nhosts %d\npace %s\n".formatted(pid, started, hosts, pace);
        Path file = folder.path().resolve(FILE);
        Path next = folder.path().resolve(FILE + ".new");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Empty where no lab was started or the last one has ended by itself. */
    public static Optional<LabState> read(LabFolder folder) throws IOException {
        Map<String, String> values = new HashMap<>();
        try {
            for (String line : Files.readAllLines(folder.path().resolve(FILE), StandardCharsets.UTF_8)) {
                String[] words = line.split(" ", 2);
                values.put(words[0], words.length > 1 ? words[1] : "");
            }
            return Optional.of(new LabState(
                    Long.parseLong(values.getOrDefault("pid", "")),
                    Long.parseLong(values.getOrDefault("started", "")),
                    Integer.parseInt(values.getOrDefault("hosts", "")),
                    Double.parseDouble(values.getOrDefault("pace", ""))));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (NumberFormatException damaged) {
            throw new IOException(folder.path().resolve(FILE) + " is damaged: remove it", damaged);
        }
    }

    /** The lab of this folder has ended. */
    public static void remove(LabFolder folder) throws IOException {
        Files.deleteIfExists(folder.path().resolve(FILE));
    }
}
