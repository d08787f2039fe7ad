package dev.ibplay.journal.disk;

import dev.ibplay.journal.JournalEvent.Controller;
import dev.ibplay.journal.RunState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** This process as a controller, and whether another one still lives (proc(5)). */
public final class ControllerProcess {
    /** The start time's place behind the name of the program, which is in parentheses and may hold anything. */
    private static final int START_FIELD_AFTER_NAME = 19;

    private final Path proc;

    /** Looks at the processes that the kernel shows in {@code proc}, which is {@code /proc}. */
    public ControllerProcess(Path proc) {
        this.proc = proc;
    }

    /** This process. */
    public Controller self() {
        long pid = ProcessHandle.current().pid();
        return new Controller(
                System.getProperty("user.name", ""), hostName(), pid, startTicks(Long.toString(pid)), bootId());
    }

    /** What can be said of a run that has not ended. */
    RunState stateOf(Controller controller) {
        boolean sameBoot = controller.bootId().equals(bootId());
        if (!sameBoot && !controller.host().equals(hostName())) {
            return new RunState.Elsewhere(controller.host());
        }
        OptionalLong now = startTicks(Long.toString(controller.pid()));
        boolean lives = sameBoot && now.isPresent() && now.equals(controller.startTicks());
        return lives ? new RunState.Running(controller.pid()) : new RunState.Killed();
    }

    private OptionalLong startTicks(String pid) {
        return read(pid + "/stat")
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+"))
                .filter(fields ->
                        fields.length > START_FIELD_AFTER_NAME && fields[START_FIELD_AFTER_NAME].matches("\\d{1,18}"))
                .map(fields -> OptionalLong.of(Long.parseLong(fields[START_FIELD_AFTER_NAME])))
                .orElse(OptionalLong.empty());
    }

    private Optional<String> bootId() {
        return read("sys/kernel/random/boot_id");
    }

    private String hostName() {
        return read("sys/kernel/hostname").orElse("localhost");
    }

    private Optional<String> read(String name) {
        try {
            return Optional.of(Files.readString(proc.resolve(name), StandardCharsets.ISO_8859_1)
                    .strip());
        } catch (IOException expected) {
            // No such process, or a system without /proc, where no run is known to be at work.
            return Optional.empty();
        }
    }
}
