package dev.ibplay.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script that completes this program's command lines. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description =
                "Print the script that completes ibplay's command lines in a shell. Nothing is started at a press of "
                        + "TAB. For bash: source <(ibplay completion bash).")
final class CompletionCommand implements Callable<Integer> {
    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    private final Console console;

    @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
    private Shell shell = Shell.BASH;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var program = CommandOutline.of(new Commands(console, Map.of()).whole().getCommandSpec());
        console.data(
                switch (shell) {
                    case BASH -> BashCompletion.of(program);
                    case ZSH -> ZshCompletion.of(program);
                    case FISH -> FishCompletion.of(program);
                });
        return ExitCode.OK.number();
    }
}
