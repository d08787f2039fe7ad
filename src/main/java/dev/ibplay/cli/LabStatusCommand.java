package dev.ibplay.cli;

import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabState;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says whether a lab runs. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Say whether the lab runs, and where its inventory is. Exit code 1 when it does not.")
final class LabStatusCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private LabOptions lab = new LabOptions();

    LabStatusCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        try (LabFolder folder = lab.folder(environment)) {
            Optional<LabState> state = LabState.read(folder);
            if (state.flatMap(LabState::process).isEmpty()) {
                console.say(state.isEmpty() ? "no lab runs" : "the lab has ended unexpectedly");
                console.say("  hint: ibplay lab up");
                return ExitCode.INVALID_INPUT.number();
            }
            console.data("running    process %d\nhosts      %d\npace       %s\ninventory  %s\n"
                    .formatted(
                            state.get().pid(), state.get().hosts(), state.get().pace(), folder.inventory()));
            return ExitCode.OK.number();
        }
    }
}
