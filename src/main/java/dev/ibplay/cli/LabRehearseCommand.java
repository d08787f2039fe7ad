package dev.ibplay.cli;

import dev.ibplay.lab.faults.FaultRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A run on simulated twins of the real hosts. */
@Command(
        name = "rehearse",
        mixinStandardHelpOptions = true,
        description =
                "Carry a playbook out on simulated twins of the inventory's hosts, and tell what would happen, step by "
                        + "step, and how long fabrics would be without a master or a group. The hosts themselves are only read.")
final class LabRehearseCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    @Option(
            names = "--facts",
            paramLabel = "DIR",
            description = "Contact no host, but take the facts that \"ibplay facts --save DIR\" has saved.")
    private Optional<Path> facts = Optional.empty();

    @Option(
            names = "--pace",
            paramLabel = "X",
            defaultValue = "20",
            description = "How fast the twins' time passes, 1 to 100 (default: ${DEFAULT-VALUE}).")
    private double pace;

    @Mixin
    private FaultOptions faults = new FaultOptions();

    LabRehearseCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Pace.isOneOfALab(pace, console)) {
            return ExitCode.INVALID_INPUT.number();
        }
        Optional<FaultRules> rules = faults.rules(console);
        return rules.isEmpty()
                ? ExitCode.INVALID_INPUT.number()
                : new Rehearsing(
                                console,
                                environment,
                                options,
                                new Rehearsing.Manner(facts, pace, rules.get(), removal.allowed))
                        .run()
                        .number();
    }
}
