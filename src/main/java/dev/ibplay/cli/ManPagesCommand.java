package dev.ibplay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the manual pages; for those who make packages. */
@Command(
        name = "man-pages",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Write the manual pages of all commands into a folder.")
final class ManPagesCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "DIR", description = "The folder; it is made where it lacks.")
    private Path folder = Path.of(".");

    @Option(names = "--date", paramLabel = "YYYY-MM-DD", required = true, description = "The date that the pages bear.")
    private String date = "";

    ManPagesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        write(new Commands(console, Map.of()).whole().getCommandSpec());
        return ExitCode.OK.number();
    }

    private void write(CommandSpec command) throws IOException {
        Files.writeString(folder.resolve(ManPage.name(command) + ".1"), new ManPage(command, date).text());
        for (var below : command.subcommands().values()) {
            if (!below.getCommandSpec().usageMessage().hidden()) {
                write(below.getCommandSpec());
            }
        }
    }
}
