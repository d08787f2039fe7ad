package dev.ibplay.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares without planning. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Compare files, running state and fabric with the playbook. Nothing is written.")
final class VerifyCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    @Option(
            names = "--ping",
            description =
                    "Let the hosts ping a few peers each over the interfaces that plays describe, with packets of full"
                            + " size that must not be fragmented.")
    private boolean ping;

    VerifyCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        return new PlaybookRun(console, environment, options, true)
                .run(ping ? RunMode.VERIFY_AND_PING : RunMode.VERIFY, "verify")
                .number();
    }
}
