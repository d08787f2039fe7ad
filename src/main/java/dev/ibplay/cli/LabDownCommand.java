package dev.ibplay.cli;

import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabState;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Ends a lab. */
@Command(
        name = "down",
        mixinStandardHelpOptions = true,
        description = "End the lab and remove its keys and inventory. Exit code 0 also when none runs.")
final class LabDownCommand implements Callable<Integer> {
    private static final long PATIENCE_SECONDS = 15;

    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private LabOptions lab = new LabOptions();

    LabDownCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (LabFolder folder = lab.folder(environment)) {
            Optional<ProcessHandle> process = LabState.read(folder).flatMap(LabState::process);
            if (process.isPresent()) {
                end(process.get());
            }
            folder.clear();
            console.say(process.isPresent() ? "lab: ended" : "no lab runs");
            return ExitCode.OK.number();
        }
    }

    private static void end(ProcessHandle process) throws InterruptedException {
        process.destroy();
        try {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException stuck) {
            process.destroyForcibly();
        }
    }
}
