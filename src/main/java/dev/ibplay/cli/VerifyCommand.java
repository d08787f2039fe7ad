package dev.ibplay.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares without planning. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Compare files, running state and fabric with the playbook. Nothing is written.")
final class VerifyCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    VerifyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return new PlaybookRun(console, options).run(RunMode.VERIFY, "verify").number();
    }
}
