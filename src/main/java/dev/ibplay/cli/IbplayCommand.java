package dev.ibplay.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a subcommand: help and version only. */
@Command(
        name = "ibplay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Keeps subnet manager priority, partition MTU and IPoIB MTU of an InfiniBand fabric in step, over SSH.",
        footer = {
            "",
            "Exit codes: 0 the desired state holds; 1 usage or input error; 2 differences found; 3 a host failed;",
            "4 a host was unreachable; 5 refused, nothing was changed; 6 some hosts wait for a reboot or are unsupported;",
            "130 interrupted."
        })
final class IbplayCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
