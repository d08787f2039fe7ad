package dev.ibplay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The simulated fabric; a command of its own only with a subcommand. */
@Command(
        name = "lab",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "A simulated fabric of hosts behind real SSH servers on loopback, without root, Docker or hardware: to try "
                        + "ibplay, and to see what a playbook would do.")
final class LabCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: demo, up, rehearse, status or down");
    }
}
